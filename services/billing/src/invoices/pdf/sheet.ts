import type PDFDocument from 'pdfkit';
import type { Weight } from './fonts';
import { type TextRun, textRuns } from './text-runs';

/** The colors of the web app's light theme. */
export const COLORS = {
  ink: '#0b2227',
  muted: '#48605f',
  line: '#cbd7d3',
  wash: '#eff3f1',
  deep: '#0b2f36',
  pale: '#a8c6c4',
  muga: '#f2b632',
  weave: '#bd2f1f',
  success: '#17603e',
  successWash: '#dcf0e5',
  white: '#ffffff',
} as const;

/** Points; the page is A4. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const;

export interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  width?: number;
}

/** The distance from the top of a line to its baseline as a share of the font size, for every font. */
const ASCENT = 0.95;

/** A page that sets text in fonts that cover it. */
export class Sheet {
  constructor(readonly pdf: InstanceType<typeof PDFDocument>) {}

  /** Sets text, wrapped to its width. Returns the y position of the next line. */
  text(text: string, x: number, y: number, style: TextStyle = {}): number {
    const {
      size = 10,
      weight = 'regular',
      color = COLORS.ink,
      align = 'left',
      width = PAGE.width - PAGE.margin - x,
    } = style;
    this.pdf.fontSize(size).fillColor(color);
    for (const line of this.lines(text, width, weight)) {
      const runs = textRuns(line, weight);
      let left = align === 'left' ? x : x + width - this.widthOf(runs);
      let height = size * 1.35;
      for (const run of runs) {
        const runWidth = this.widthOf([run]);
        this.pdf.text(run.text, left, y + size * ASCENT, {
          ...featuresOf(run),
          lineBreak: false,
          baseline: 'alphabetic',
        });
        height = Math.max(height, this.pdf.currentLineHeight(true));
        left += runWidth;
      }
      y += height;
    }
    return y;
  }

  /** Leaves the font of the last run selected. */
  private widthOf(runs: TextRun[]): number {
    return runs.reduce((width, run) => {
      const { text, font } = run;
      this.pdf.registerFont(font.name, font.bytes as unknown as PDFKit.Mixins.PDFFontSource).font(font.name);
      return width + this.pdf.widthOfString(text, featuresOf(run));
    }, 0);
  }

  rule(y: number, color: string = COLORS.line, x: number = PAGE.margin): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(PAGE.width - PAGE.margin, y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke();
  }

  /** Breaks at spaces, and inside words that are wider than a line. */
  private lines(text: string, width: number, weight: Weight): string[] {
    const lines: string[] = [];
    let line = '';
    const fits = (candidate: string) => this.widthOf(textRuns(candidate, weight)) <= width;
    for (const word of text.split(/\s+/).filter(Boolean)) {
      if (line !== '' && fits(`${line} ${word}`)) {
        line = `${line} ${word}`;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const { segment } of GRAPHEMES.segment(word)) {
        if (line !== '' && !fits(line + segment)) {
          lines.push(line);
          line = '';
        }
        line += segment;
      }
    }
    return line === '' ? lines : [...lines, line];
  }
}

/** fontkit takes an object, although the types of pdfkit say a list. */
function featuresOf({ features }: TextRun): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return features ? { features: { ...features } as unknown as PDFKit.Mixins.OpenTypeFeatures[] } : {};
}

const GRAPHEMES = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
