import type en from '@organizer/messages/en/checkout';
import { directionOf } from '@organizer/messages/languages';
import { type CompiledMessages, createTexts } from '@organizer/messages/texts';
import { createFormats } from '@organizer/shared/formats';
import { page } from './page.ts';

const { default: compiled }: { readonly default: CompiledMessages } = await import(/* @vite-ignore */ page.texts);
const language = document.documentElement.lang;
const texts = createTexts<typeof en>(compiled, language);

/** The texts in the language of the page. */
export const messages = { ...texts, formats: createFormats({ ...texts.formats, direction: directionOf(language) }) };

/** All texts of the checkout in one language. */
export type Messages = typeof messages;
