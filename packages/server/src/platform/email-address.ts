/** A pattern for one e-mail address without a display name, and without characters that have a meaning in a mail header. */
export const emailPattern = '^[^\\s@,;:<>()"\\[\\]\\\\\\x00-\\x1f\\x7f]+@[^\\s@,;:<>()"\\[\\]\\\\\\x00-\\x1f\\x7f]+$';
