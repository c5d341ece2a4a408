interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

/** The reader of QR codes that is part of the browser; null if it has none. */
export async function browserDetector(): Promise<BarcodeDetectorClass | null> {
  const { BarcodeDetector: detector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  if (detector === undefined) return null;
  const formats = await detector.getSupportedFormats().catch((): string[] => []);
  return formats.includes('qr_code') ? detector : null;
}
