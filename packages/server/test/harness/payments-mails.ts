import { inflateSync } from 'node:zlib';
import type { Email } from 'postal-mime';
import decodeQR from 'qr/decode.js';

/** The contents of the QR codes in the images of an e-mail, in the order of the attachments. */
export function scannedCodes({ attachments }: Email): string[] {
  return attachments
    .filter(({ mimeType }) => mimeType === 'image/png')
    .map(({ content }) => decodeQR(pixelsOf(Buffer.from(content as ArrayBuffer))));
}

/** The pixels of a PNG with one bit per pixel and unfiltered lines. QR codes in e-mails have this format. */
export function pixelsOf(png: Buffer): { width: number; height: number; data: Uint8Array } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const lines = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8));
  const lineLength = 1 + Math.ceil(width / 8);
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i += 1) {
    const x = i % width;
    const byte = lines[Math.floor(i / width) * lineLength + 1 + (x >> 3)]!;
    data.set(byte & (0x80 >> (x & 7)) ? [255, 255, 255, 255] : [0, 0, 0, 255], i * 4);
  }
  return { width, height, data };
}
