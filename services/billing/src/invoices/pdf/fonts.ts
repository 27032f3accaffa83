import { create, type Font as Outlines } from 'fontkit';
import { readFileSync } from 'node:fs';

export type Weight = 'regular' | 'semibold' | 'bold';

/** A font of one weight. */
export interface Font {
  name: string;
  bytes: Buffer;
  outlines: Outlines;
}

const WEIGHTS: Record<Weight, string> = { regular: '400Regular', semibold: '600SemiBold', bold: '700Bold' };

/** The file of each family, by folder. Anek is the typeface of the web app; Noto has the scripts that it lacks, and emoji. */
const FAMILIES = {
  'anek-latin': 'AnekLatin',
  'anek-bangla': 'AnekBangla',
  'anek-devanagari': 'AnekDevanagari',
  'anek-gujarati': 'AnekGujarati',
  'noto-sans-gurmukhi': 'NotoSansGurmukhi',
  'anek-kannada': 'AnekKannada',
  'anek-malayalam': 'AnekMalayalam',
  'noto-sans-oriya': 'NotoSansOriya',
  'anek-tamil': 'AnekTamil',
  'anek-telugu': 'AnekTelugu',
  'noto-sans-arabic': 'NotoSansArabic',
  'noto-sans-ol-chiki': 'NotoSansOlChiki',
  'noto-sans-meetei-mayek': 'NotoSansMeeteiMayek',
  'noto-sans': 'NotoSans',
  'noto-emoji': 'NotoEmoji',
} as const;

const loaded = new Map<string, Font>();

/** All fonts of a weight, the preferred one first. Files are read when they are needed. */
export function* fontsOf(weight: Weight): Generator<Font> {
  for (const [folder, file] of Object.entries(FAMILIES)) {
    const name = `@expo-google-fonts/${folder}/${WEIGHTS[weight]}/${file}_${WEIGHTS[weight]}.ttf`;
    const font = loaded.get(name) ?? load(name);
    loaded.set(name, font);
    yield font;
  }
}

function load(name: string): Font {
  const bytes = readFileSync(require.resolve(name));
  const outlines = create(bytes);
  if (!('hasGlyphForCodePoint' in outlines)) throw new Error(`${name} is a collection of fonts`);
  return { name, bytes, outlines };
}
