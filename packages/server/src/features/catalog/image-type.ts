/** The media types of posters, with the extensions of their URLs. */
export const imageExtensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

export type ImageType = keyof typeof imageExtensions;

/** The media type of an image according to its first bytes; null if it is not a PNG, JPEG or WebP image. */
export function imageTypeOf(content: Buffer): ImageType | null {
  const startsWith = (bytes: readonly number[], offset = 0) =>
    content.length > offset + bytes.length && bytes.every((byte, index) => content[offset + index] === byte);
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && content.includes('IHDR')) return 'image/png';
  if (startsWith([0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp';
  return null;
}
