import { writeFileSync } from 'node:fs';
import { encodeQR } from 'qr';
import { browserArgs } from './browser-file.ts';

/** Arguments with which the browser has a camera that shows a video, again and again. */
export function cameraArgs(file: string): string[] {
  return [
    ...browserArgs,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
}

/** Writes a video that shows one QR code after another, two a second (YUV4MPEG2). */
export function writeVideo(file: string, codes: readonly string[]): void {
  const size = 480;
  const [white, black, gray] = [235, 16, 128];
  const frames = codes.map((code) => {
    const picture = Buffer.alloc((size * size * 3) / 2, gray);
    picture.fill(white, 0, size * size);
    const modules = encodeQR(code, 'raw', { border: 4 });
    const scale = Math.floor(size / modules.length);
    for (let y = 0; y < modules.length * scale; y += 1) {
      for (let x = 0; x < modules.length * scale; x += 1) {
        if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]) picture[y * size + x] = black;
      }
    }
    return Buffer.concat([Buffer.from('FRAME\n'), picture]);
  });
  const head = Buffer.from(`YUV4MPEG2 W${size} H${size} F2:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, ...frames]));
}
