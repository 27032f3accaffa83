import type { Invoice } from '../invoice.entity';
import { COLORS, PAGE, type Sheet } from './sheet';
import { count, money, moneyInWords, percent } from './formats';

const RIGHT = PAGE.width - PAGE.margin;
const COLUMNS = { what: PAGE.margin + 14, sac: 312, credits: 372, amount: RIGHT - 14 - 96 } as const;

/** Draws the line item and the totals. */
export function drawAmounts(sheet: Sheet, invoice: Invoice, y: number): void {
  const below = drawLine(sheet, invoice, y) + 20;
  drawStatus(sheet, invoice, below);
  drawTotals(sheet, invoice, below);
}

function drawLine(sheet: Sheet, invoice: Invoice, y: number): number {
  const isTaxed = invoice.rateBasisPoints > 0;
  const head = { size: 9, weight: 'semibold', color: COLORS.muted } as const;
  sheet.pdf.roundedRect(PAGE.margin, y, RIGHT - PAGE.margin, 26, 5).fill(COLORS.wash);
  sheet.text('Description', COLUMNS.what, y + 8, head);
  if (isTaxed) sheet.text('SAC', COLUMNS.sac, y + 8, head);
  sheet.text('Credits', COLUMNS.credits, y + 8, { ...head, align: 'right', width: 60 });
  sheet.text(isTaxed ? 'Taxable value' : 'Amount', COLUMNS.amount, y + 8, { ...head, align: 'right', width: 96 });

  const top = y + 40;
  const what = { width: COLUMNS.sac - COLUMNS.what - 16 };
  let below = sheet.text(invoice.description, COLUMNS.what, top, { ...what, size: 11.5, weight: 'semibold' });
  const about =
    invoice.kind === 'credit_note' ? 'Refund of prepaid credits' : 'Prepaid credits for AI video and image work';
  below = sheet.text(about, COLUMNS.what, below, { ...what, size: 9, color: COLORS.muted });
  if (isTaxed) sheet.text(invoice.seller.sac, COLUMNS.sac, top + 1);
  sheet.text(count(invoice.credits), COLUMNS.credits, top + 1, { align: 'right', width: 60 });
  sheet.text(money(isTaxed ? invoice.taxablePaise : invoice.totalPaise), COLUMNS.amount, top + 1, {
    align: 'right',
    width: 96,
  });
  sheet.rule(below + 14);
  return below + 14;
}

/** Draws the "Paid in full" or "Refunded" badge and the total in words. */
function drawStatus(sheet: Sheet, { kind, totalPaise }: Invoice, y: number): void {
  const text = kind === 'credit_note' ? 'Refunded' : 'Paid in full';
  sheet.pdf.roundedRect(PAGE.margin, y, kind === 'credit_note' ? 78 : 88, 24, 12).fill(COLORS.successWash);
  sheet.text(text, PAGE.margin + 14, y + 6, { size: 10.5, weight: 'semibold', color: COLORS.success });
  sheet.text(moneyInWords(totalPaise), PAGE.margin, y + 38, { size: 9, color: COLORS.muted, width: 220 });
}

function drawTotals(sheet: Sheet, invoice: Invoice, y: number): void {
  const { rateBasisPoints: rate, kind } = invoice;
  const isInterstate = invoice.igstPaise > 0;
  const halves: [string, number][] = [
    [`CGST ${percent(rate / 2)}`, invoice.cgstPaise],
    [`SGST ${percent(rate / 2)}`, invoice.sgstPaise],
  ];
  const taxes: [string, number][] = isInterstate ? [[`IGST ${percent(rate)}`, invoice.igstPaise]] : halves;
  const left = 330;
  const width = RIGHT - 14 - left;
  let below = y;
  if (rate > 0) {
    for (const [label, paise] of [['Taxable value', invoice.taxablePaise] as const, ...taxes]) {
      sheet.text(label, left, below, { color: COLORS.muted });
      below = sheet.text(money(paise), left, below, { align: 'right', width }) + 4;
    }
    below += 6;
  }
  sheet.pdf.roundedRect(left - 14, below, RIGHT - left + 14, 44, 6).fill(COLORS.deep);
  sheet.text(kind === 'credit_note' ? 'Total credited' : 'Total paid', left, below + 15, { color: COLORS.pale });
  const total = { align: 'right', width, size: 18, weight: 'bold', color: COLORS.white } as const;
  sheet.text(money(invoice.totalPaise), left, below + 10, total);
}
