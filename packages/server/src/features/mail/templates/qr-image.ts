import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

const targetPixels = 300;
/** The width of the empty border that scanners need, in modules (ISO/IEC 18004). */
const border = 4;

/** Creates a QR code as a PNG image of about 300 × 300 pixels, with one bit per pixel. */
export function qrImage(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border });
  const scale = Math.max(1, Math.round(targetPixels / modules.length));
  const size = modules.length * scale;
  const line = (row: readonly boolean[]) => {
    const bytes = Buffer.alloc(1 + Math.ceil(size / 8)); // The first byte is the filter type: none.
    for (let x = 0; x < size; x += 1) {
      const index = 1 + (x >> 3);
      if (!row[Math.floor(x / scale)]) bytes.writeUInt8(bytes.readUInt8(index) | (0x80 >> (x & 7)), index);
    }
    return bytes;
  };
  const pixels = Buffer.concat(modules.flatMap((row) => Array<Buffer>(scale).fill(line(row))));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.writeUInt8(1, 8); // Bit depth 1; the color type 0 is grayscale.
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(pixels, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** Creates a chunk: length, type, data and checksum (PNG specification, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}
