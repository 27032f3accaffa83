import { readFileSync } from 'node:fs';

export type Weight = 'regular' | 'semibold' | 'bold';

interface Family {
  /** Characters that need this family. */
  script: RegExp;
  file: (weight: string) => string;
}

const WEIGHTS: Record<Weight, string> = { regular: '400Regular', semibold: '600SemiBold', bold: '700Bold' };

function family(script: RegExp, folder: string, name: string): Family {
  return { script, file: (weight) => `@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf` };
}

const LATIN = family(/./u, 'anek-latin', 'AnekLatin');

/**
 * Anek, the typeface of the web app, in every script it supports, and Noto Sans for the two it does not. Each family
 * includes Latin.
 */
const FAMILIES = [
  family(/\p{Script=Bengali}/u, 'anek-bangla', 'AnekBangla'),
  family(/\p{Script=Devanagari}/u, 'anek-devanagari', 'AnekDevanagari'),
  family(/\p{Script=Gujarati}/u, 'anek-gujarati', 'AnekGujarati'),
  family(/\p{Script=Gurmukhi}/u, 'noto-sans-gurmukhi', 'NotoSansGurmukhi'),
  family(/\p{Script=Kannada}/u, 'anek-kannada', 'AnekKannada'),
  family(/\p{Script=Malayalam}/u, 'anek-malayalam', 'AnekMalayalam'),
  family(/\p{Script=Oriya}/u, 'noto-sans-oriya', 'NotoSansOriya'),
  family(/\p{Script=Tamil}/u, 'anek-tamil', 'AnekTamil'),
  family(/\p{Script=Telugu}/u, 'anek-telugu', 'AnekTelugu'),
];

const files = new Map<string, Buffer>();

/** A font that covers the whole text. */
export function fontFor(text: string, weight: Weight): { name: string; bytes: Buffer } {
  const name = (FAMILIES.find(({ script }) => script.test(text)) ?? LATIN).file(WEIGHTS[weight]);
  const bytes = files.get(name) ?? readFileSync(require.resolve(name));
  files.set(name, bytes);
  return { name, bytes };
}
