/** Browsers and Node have this, but this package has the types of neither. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/** A random UUID. `crypto.randomUUID` does not exist on pages that were loaded without TLS. */
export function newUuid(): string {
  // RFC 9562, section 5.4: the high bits of byte 6 are the version 4, the high bits of byte 8 are the variant.
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, index) =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte,
  );
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
