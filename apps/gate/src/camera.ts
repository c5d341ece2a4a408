/** Reads QR codes with the camera. */
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { browserDetector } from './barcode-support.ts';
import { change, state } from './state.ts';

/** The longer side of the picture in which codes are searched, in pixels. */
const pictureSize = 512;
/** The same code is reported again only after it was not visible for this time. */
const repeatAfterMs = 2_500;
/** Between two pictures, so that the phone stays cool. */
const pauseMs = 60;

type Decode = (video: HTMLVideoElement) => Promise<string | null>;
type OnCode = (text: string, frameAtMs: number) => void;
interface TorchCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean;
}

let decodeLoading: Promise<Decode> | null = null;
let stream: MediaStream | null = null;
/** Increases when the camera is started or stopped, so that an earlier loop ends. */
let generation = 0;
let lastText: string | null = null;
let lastSeenAtMs = 0;

/**
 * Starts the camera and reports each code that it sees.
 *
 * @param video shows the picture
 */
export async function startCamera(video: HTMLVideoElement, onCode: OnCode): Promise<void> {
  stopCamera();
  generation += 1;
  const ownGeneration = generation;
  changeCamera({ status: 'starting' });
  try {
    if (navigator.mediaDevices === undefined) throw new DOMException('', 'NotFoundError');
    const { deviceId } = state.camera;
    const facing = deviceId === null ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
    const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
    const started = await navigator.mediaDevices.getUserMedia({ video: { ...facing, ...size } });
    if (ownGeneration !== generation) {
      for (const track of started.getTracks()) track.stop();
      return;
    }
    stream = started;
    video.srcObject = started;
    await video.play();
    await describeCamera(started);
    const decode = await loadDecoder();
    changeCamera({ status: 'on' });
    await readFrames(video, decode, onCode, () => ownGeneration === generation);
  } catch (error) {
    if (ownGeneration === generation) changeCamera({ status: statusAfter(error) });
  }
}

/** Stops the camera. */
export function stopCamera(): void {
  generation += 1;
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  changeCamera({ status: 'off', isTorchOn: null });
}

function statusAfter(error: unknown): 'denied' | 'missing' | 'failed' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed';
}

async function describeCamera(started: MediaStream): Promise<void> {
  const [track] = started.getVideoTracks();
  const all = await navigator.mediaDevices.enumerateDevices();
  const cameras = all.filter(({ kind }) => kind === 'videoinput');
  const capabilities: TorchCapabilities = track?.getCapabilities?.() ?? {};
  changeCamera({
    devices: cameras.map(({ deviceId, label }) => ({ id: deviceId, label })),
    deviceId: track?.getSettings().deviceId ?? null,
    isTorchOn: capabilities.torch === true ? false : null,
  });
}

/** Turns the light of the camera on or off. */
export async function toggleTorch(): Promise<void> {
  const isTorchOn = !state.camera.isTorchOn;
  const constraints = { advanced: [{ torch: isTorchOn }] } as unknown as MediaTrackConstraints;
  try {
    await stream?.getVideoTracks()[0]?.applyConstraints(constraints);
    changeCamera({ isTorchOn });
  } catch {
    changeCamera({ isTorchOn: null });
  }
}

/** Chooses the next camera. The caller starts it. */
export function chooseNextCamera(): void {
  const { devices, deviceId } = state.camera;
  const index = devices.findIndex(({ id }) => id === deviceId);
  changeCamera({ deviceId: devices[(index + 1) % devices.length]?.id ?? null });
}

function changeCamera(changes: Partial<typeof state.camera>): void {
  change({ camera: { ...state.camera, ...changes } });
}

async function readFrames(video: HTMLVideoElement, decode: Decode, onCode: OnCode, isCurrent: () => boolean) {
  while (isCurrent()) {
    await nextFrame(video);
    if (!isCurrent()) return;
    const frameAtMs = performance.now();
    // A picture that cannot be read is not the last one.
    const text = document.hidden ? null : await decode(video).catch(() => null);
    if (text !== null) report(text, frameAtMs, onCode);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function report(text: string, frameAtMs: number, onCode: OnCode): void {
  const isRepeated = text === lastText && frameAtMs - lastSeenAtMs < repeatAfterMs;
  if (!isRepeated && state.isDeciding) return;
  lastText = text;
  lastSeenAtMs = frameAtMs;
  if (!isRepeated) onCode(text, frameAtMs);
}

function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve());
    else requestAnimationFrame(() => resolve());
  });
}

/** Loads the reader of QR codes: that of the browser, or a WebAssembly program of this server. */
function loadDecoder(): Promise<Decode> {
  decodeLoading ??= chooseDecoder().catch((error: unknown) => {
    decodeLoading = null;
    throw error;
  });
  return decodeLoading;
}

async function chooseDecoder(): Promise<Decode> {
  const detectorClass = await browserDetector();
  if (detectorClass !== null) {
    const detector = new detectorClass({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser cannot draw.');
  return async (video) => {
    const picture = drawCenter(video, context);
    const options = { formats: ['QRCode' as const], tryHarder: true, tryRotate: false, maxNumberOfSymbols: 1 };
    return picture === null ? null : ((await readBarcodes(picture, options))[0]?.text ?? null);
  };
}

/** The part of the picture that is visible in the square view, in a size in which codes are found quickly. */
function drawCenter(video: HTMLVideoElement, context: OffscreenCanvasRenderingContext2D): ImageData | null {
  const { videoWidth, videoHeight } = video;
  const side = Math.min(videoWidth, videoHeight);
  if (side === 0) return null;
  const size = Math.min(side, pictureSize);
  const { canvas } = context;
  if (canvas.width !== size) canvas.width = size;
  if (canvas.height !== size) canvas.height = size;
  context.drawImage(video, (videoWidth - side) / 2, (videoHeight - side) / 2, side, side, 0, 0, size, size);
  return context.getImageData(0, 0, size, size);
}
