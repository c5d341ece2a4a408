/** Matches one e-mail address without a display name. It excludes characters with a special meaning in a mail header. */
export const emailPattern = '^[^\\s@,;:<>()"\\[\\]\\\\\\x00-\\x1f\\x7f]+@[^\\s@,;:<>()"\\[\\]\\\\\\x00-\\x1f\\x7f]+$';
