/** The ids of the API and the numbers of orders: random characters that can form a short word. */
const randomIds = /\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b|\b[0-9A-HJKMNP-TV-Z]{10}\b/g;

/** A text without its ids and order numbers, to check that a short word does not occur in it. */
export const withoutIds = (text: string): string => text.replace(randomIds, '');
