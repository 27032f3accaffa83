/**
 * `npm run fonts -w ui` cuts the fonts in `ui/fonts` out of Anek Latin and Anek Devanagari. The Latin file with all widths is 104 kB:
 * body text needs one width, headings and labels one width and weight each. The rupee sign, which fontsource puts with 500 rarer
 * characters, gets files of its own. The Devanagari file is 257 kB: a weight for text and one for what is bold are 90 kB each.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);
const source = (script, subset, axis = 'wdth') =>
  readFile(resolve(`@fontsource-variable/anek-${script}/files/anek-${script}-${subset}-${axis}-normal.woff2`));

/** Weight (`wght`) and width (`wdth`, percent) as `ui/src/styles.css` uses them. */
const STYLES = {
  body: { wght: { min: 400, max: 700 }, wdth: 100 },
  heading: { wght: 650, wdth: 118 },
  eyebrow: { wght: 600, wdth: 82 },
};
/** The characters of fontsource's Latin subset: the `unicode-range` in `ui/src/styles.css`. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfffd, 0xfffd],
];
const DEVANAGARI_RANGES = [
  [0x900, 0x97f],
  [0x200c, 0x200d],
  [0x25cc, 0x25cc],
];
const charactersOf = (ranges) =>
  ranges
    .map(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(''),
    )
    .join('');

async function cut(name, font, text, variationAxes) {
  const subset = await subsetFont(font, text, { targetFormat: 'woff2', variationAxes });
  await writeFile(path.join(import.meta.dirname, '..', 'fonts', `anek-${name}.woff2`), subset);
}

const [latin, extended, devanagari] = [
  await source('latin', 'latin'),
  await source('latin', 'latin-ext'),
  await source('devanagari', 'devanagari', 'wght'),
];
for (const [name, axes] of Object.entries(STYLES)) {
  await cut(`latin-${name}`, latin, charactersOf(RANGES), axes);
  await cut(`latin-${name}-rupee`, extended, '₹', axes);
}
await cut('devanagari-body', devanagari, charactersOf(DEVANAGARI_RANGES), { wght: 400 });
await cut('devanagari-bold', devanagari, charactersOf(DEVANAGARI_RANGES), { wght: 650 });
