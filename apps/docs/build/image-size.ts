/**
 * The size of a WebP image in pixels, so that a page does not move while its images are loaded.
 *
 * @throws Error if the file is not a WebP image
 */
export function imageSize(file: Buffer): { width: number; height: number } {
  const kind = file.toString('latin1', 8, 16);
  switch (kind) {
    case 'WEBPVP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    case 'WEBPVP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'WEBPVP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      throw new Error('An image of the documentation is not in the format WebP.');
  }
}
