import { messagesOfLanguage } from '@organizer/shared/messages';

/** The texts in the language of the page. */
export const messages = messagesOfLanguage(document.documentElement.lang);
