import bidiFactory from 'bidi-js';
import { type Font, fontsOf, type Weight } from './fonts';

interface Cluster {
  text: string;
  font: Font;
}

/** Text of one font and one direction. */
export interface TextRun extends Cluster {
  /** Features that are switched off. fontkit enables its own defaults as well. */
  features?: Record<string, boolean>;
}

interface Segment extends Cluster {
  /** Embedding level of the bidirectional algorithm (UAX #9): odd ones run from right to left. */
  level: number;
}

const GRAPHEMES = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
const bidi = bidiFactory();
/** Joiners, variation selectors and the like: a font that has no glyph for them works without. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** Direction comes from the letters. */
const REMOVED = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Stands for what no font has, instead of an empty box. */
const UNKNOWN = '?';
const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;

/** Splits a line into runs that each use one font, in drawing order from left to right. */
export function textRuns(line: string, weight: Weight): TextRun[] {
  const clusters = clustersOf(line.replace(REMOVED, ''), weight);
  const { levels } = bidi.getEmbeddingLevels(clusters.map(({ text }) => text).join(''), 'auto');
  const segments: Segment[] = [];
  let at = 0;
  for (const { text, font } of clusters) {
    const level = levels[at] ?? 0;
    at += text.length;
    const last = segments.at(-1);
    // Words that run from right to left are placed one by one.
    const isWord = level % 2 === 0 || (text !== ' ' && last?.text !== ' ');
    if (last?.font === font && last.level === level && isWord) last.text += text;
    else segments.push({ text, font, level });
  }
  return inVisualOrder(segments).map(({ text, font, level }) => runOf(inDirection(text, level), font));
}

/** fontkit cannot place the marks of some words, for example in Gurmukhi. Marks then stay where their glyphs have them. */
function runOf(text: string, font: Font): TextRun {
  try {
    font.outlines.layout(text);
    return { text, font };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text, font, features: { abvm: false, blwm: false, mark: false, mkmk: false } };
  }
}

function clustersOf(line: string, weight: Weight): Cluster[] {
  const clusters: Cluster[] = [];
  for (const { segment } of GRAPHEMES.segment(line)) clusters.push(clusterOf(segment, weight, clusters.at(-1)?.font));
  return clusters;
}

/** @param before the font of the text before, which spaces and punctuation share if it has them */
function clusterOf(cluster: string, weight: Weight, before: Font | undefined): Cluster {
  const characters = [...cluster];
  const isShared = /^[\p{Script=Common}\p{Script=Inherited}]+$/u.test(cluster);
  const covers = (font: Font) =>
    characters.every((each) => IGNORABLE.test(each) || font.outlines.hasGlyphForCodePoint(each.codePointAt(0) ?? 0));
  const font = (isShared && before && covers(before) ? before : undefined) ?? find(weight, covers);
  if (!font) return incomplete(characters, weight);
  return { font, text: characters.filter((each) => has(font, each)).join('') };
}

/** For a cluster that no font covers completely: the part that the font of its first character covers. */
function incomplete([first = '', ...marks]: string[], weight: Weight): Cluster {
  const font = find(weight, (each) => has(each, first));
  if (font) return { font, text: first + marks.filter((each) => has(font, each)).join('') };
  return clusterOf(UNKNOWN, weight, undefined);
}

function find(weight: Weight, isFit: (font: Font) => boolean): Font | undefined {
  for (const font of fontsOf(weight)) if (isFit(font)) return font;
  return undefined;
}

function has({ outlines }: Font, character: string): boolean {
  return outlines.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/** Rule L2: from the highest level to the lowest odd one, sequences of at least that level are reversed. */
function inVisualOrder(segments: Segment[]): Segment[] {
  const ordered = [...segments];
  for (let level = Math.max(0, ...segments.map((each) => each.level)); level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}

/** fontkit turns all text of a script that runs from right to left, also its numbers, and no other text. */
function inDirection(text: string, level: number): string {
  const isTurned = level % 2 === 1;
  const characters = [...text].map((each) => (isTurned && bidi.getMirroredCharacter(each)) || each);
  return (RIGHT_TO_LEFT.test(text) === isTurned ? characters : characters.reverse()).join('');
}
