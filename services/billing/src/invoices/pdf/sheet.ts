import type PDFDocument from 'pdfkit';
import { fontFor, type Weight } from './fonts';

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

/** A page that sets text in a font chosen by the text's script. */
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
    const font = fontFor(text, weight);
    this.pdf.registerFont(font.name, font.bytes as unknown as PDFKit.Mixins.PDFFontSource).font(font.name);
    this.pdf.fontSize(size).fillColor(color);
    for (const line of this.lines(text, width)) {
      this.pdf.text(line, x, y, { width, align, lineBreak: false });
      y += Math.max(size * 1.35, this.pdf.currentLineHeight(true));
    }
    return y;
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
  private lines(text: string, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    const fits = (candidate: string) => this.pdf.widthOfString(candidate) <= width;
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

const GRAPHEMES = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
