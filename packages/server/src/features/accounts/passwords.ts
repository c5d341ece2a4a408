/** The shortest password, in characters (NIST SP 800-63B requires at least 8). */
export const passwordLengthMin = 10;
export const passwordLengthMax = 128;
