import { messagesIn } from '@organizer/shared/messages';

/** The texts in the language of the page. */
export const messages = messagesIn(document.documentElement.lang);
