import sharp from 'sharp';

const [WIDTH, HEIGHT, HORIZON] = [1_280, 720, 400];

/** The image of runs that start from one: a sky above water, as a data URI. */
export async function sampleImage(): Promise<string> {
  const sky = sharp({ create: { width: WIDTH, height: HORIZON, channels: 3, background: '#8fc7d9' } });
  const jpeg = await sky
    .extend({ bottom: HEIGHT - HORIZON, background: '#2b5f73' })
    .jpeg()
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
