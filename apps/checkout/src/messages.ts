import type en from '@organizer/messages/en/checkout';
import { type CompiledMessages, createTexts } from '@organizer/messages/texts';
import { createFormats } from '@organizer/shared/formats';
import { page } from './page.ts';

const { default: compiled }: { readonly default: CompiledMessages } = await import(/* @vite-ignore */ page.texts);
const texts = createTexts<typeof en>(compiled, document.documentElement.lang);

/** The texts in the language of the page. */
export const messages = { ...texts, formats: createFormats(texts.formats) };

/** All texts of the checkout in one language. */
export type Messages = typeof messages;
