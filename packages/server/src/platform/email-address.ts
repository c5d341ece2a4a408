/** The form of an e-mail address: one, without a name, without what a mail's header would read otherwise. */
export const emailPattern = '^[^\\s@,;:<>()"\\[\\]\\\\\\x00-\\x1f\\x7f]+@[^\\s@,;:<>()"\\[\\]\\\\\\x00-\\x1f\\x7f]+$';
