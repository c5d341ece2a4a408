import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

const pixelsWanted = 300;
/** The quiet zone that scanners need, in modules (ISO/IEC 18004). */
const border = 4;

/** A QR code as PNG of about 300 × 300 pixels. One bit a pixel and deflated it is a hundredth of what a GIF takes. */
export function qrImage(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border });
  const scale = Math.max(1, Math.round(pixelsWanted / modules.length));
  const size = modules.length * scale;
  const line = (row: readonly boolean[]) => {
    const bytes = Buffer.alloc(1 + Math.ceil(size / 8)); // The first says that the line is not filtered.
    for (let x = 0; x < size; x += 1) {
      if (!row[Math.floor(x / scale)]) bytes[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
    return bytes;
  };
  const pixels = Buffer.concat(modules.flatMap((row) => Array<Buffer>(scale).fill(line(row))));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.writeUInt8(1, 8); // One bit a pixel, grey.
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(pixels, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** Length, type, data and checksum (PNG specification, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
