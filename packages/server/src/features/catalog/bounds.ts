/** The form of a slug, as a regular expression. */
export const slugPattern = '^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$';
export const positionMax = 1_000_000;
