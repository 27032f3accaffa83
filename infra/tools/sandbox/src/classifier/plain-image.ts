import sharp from 'sharp';

/** A PNG of one color, for tests of the classifier. */
export function plainImage(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
}
