import sharp from 'sharp';

const DIRECTIVE = /\[score:([a-z_]+)=(0(?:\.\d+)?|1)\]/g;

/** The stand-in for a model: a text contains its own scores, such as `[score:violence=0.9]`. */
export function scoresOfText(text: string): Record<string, number> {
  return Object.fromEntries([...text.matchAll(DIRECTIVE)].map(([, category, score]) => [category!, Number(score)]));
}

/** A magenta image counts as violence, and any other as harmless. @throws Error if it is no image */
export async function scoresOfImage(image: Buffer): Promise<Record<string, number>> {
  const { channels } = await sharp(image).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  return red > 180 && blue > 180 && green < 90 ? { violence: 0.97 } : { violence: 0.01 };
}
