/** The regular expression of valid slugs. */
export const slugPattern = '^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$';
export const maxPosition = 1_000_000;
