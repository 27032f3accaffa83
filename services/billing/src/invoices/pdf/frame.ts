import type { Invoice } from '../invoice.entity';
import { COLORS, PAGE, type Sheet } from './sheet';
import { day, stateName } from './formats';

export const TITLES: Record<Invoice['kind'], string> = {
  invoice: 'Tax invoice',
  receipt: 'Receipt',
  credit_note: 'Credit note',
};

const HEADER = 116;
const WEAVE_TILE = 24;
const WEAVE =
  'M0 0h24v1.5H0z M0 10.5h24V12H0z M6 2.6 9.4 6 6 9.4 2.6 6z M17.2 5.2h1.6v1.6h-1.6z M14.2 5.2h1.6v1.6h-1.6z ' +
  'M20.2 5.2h1.6v1.6h-1.6z M17.2 2.8h1.6v1.6h-1.6z M17.2 7.6h1.6v1.6h-1.6z';

/** Draws the header band in the color of the web app's dark cards, with the woven border of a gamosa beneath. */
export function drawHeader(sheet: Sheet, invoice: Invoice): void {
  const { pdf } = sheet;
  pdf.rect(0, 0, PAGE.width, HEADER).fill(COLORS.deep);
  drawLogo(sheet, PAGE.margin, 43);
  const right = { align: 'right', width: 320 } as const;
  const x = PAGE.width - PAGE.margin - right.width;
  sheet.text(TITLES[invoice.kind], x, 36, { ...right, size: 22, weight: 'semibold', color: COLORS.white });
  sheet.text(invoice.number, x, 66, { ...right, size: 12, weight: 'semibold', color: COLORS.muga });
  pdf.save().translate(0, HEADER);
  for (let left = 0; left < PAGE.width; left += WEAVE_TILE) {
    pdf.path(WEAVE).fill(COLORS.weave).translate(WEAVE_TILE, 0);
  }
  pdf.restore();
}

function drawLogo(sheet: Sheet, x: number, y: number): void {
  const strands = [
    { path: 'M3 6c8 0 10 8 17 8s9-8 17-8', color: COLORS.white, opacity: 1 },
    { path: 'M3 22c8 0 10-8 17-8s9 8 17 8', color: COLORS.white, opacity: 0.55 },
    { path: 'M3 14h34', color: COLORS.muga, opacity: 1 },
  ];
  sheet.pdf.save().translate(x, y).lineWidth(3.6).lineCap('round');
  for (const { path, color, opacity } of strands) sheet.pdf.path(path).strokeOpacity(opacity).stroke(color);
  sheet.pdf.restore();
  sheet.text('Luit', x + 50, y - 4, { size: 26, weight: 'bold', color: COLORS.white });
}

/** Draws the dates, the order, the payment and, on a credit note, the corrected invoice. Returns the y position below. */
export function drawFacts(sheet: Sheet, invoice: Invoice, y: number): number {
  const facts: [string, string][] = [
    ['Date of issue', day(invoice.issuedAt)],
    [invoice.kind === 'credit_note' ? 'Refunded on' : 'Paid on', day(invoice.paidAt)],
    ['Order ID and payment ID', `${invoice.orderId}\n${invoice.paymentId}`],
  ];
  if (invoice.corrects)
    facts.push(['Corrects', `${invoice.corrects.number} of ${day(new Date(invoice.corrects.issuedAt))}`]);
  const gap = 16;
  const width = (PAGE.width - 2 * PAGE.margin + gap) / facts.length - gap;
  const ends = facts.map(([label, value], index) => {
    const x = PAGE.margin + index * (width + gap);
    sheet.text(label, x, y, { size: 9, color: COLORS.muted, width });
    return sheet.text(value, x, y + 14, { weight: 'semibold', width });
  });
  const end = Math.max(...ends) + 12;
  sheet.rule(end);
  return end;
}

/** Draws seller and buyer side by side. Returns the y position below the longer one. */
export function drawParties(sheet: Sheet, { seller, buyer, kind, placeOfSupply }: Invoice, y: number): number {
  const width = (PAGE.width - 2 * PAGE.margin - 32) / 2;
  const isTaxed = seller.gstin !== null && placeOfSupply !== null;
  const from = [
    ...seller.address,
    ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
    ...(seller.state ? [`State ${stateName(seller.state)}`] : []),
  ];
  const to = [
    ...(buyer.gstin ? [`GSTIN ${buyer.gstin}`] : []),
    ...(buyer.state ? [`State ${stateName(buyer.state)}`] : []),
    ...(isTaxed ? [`Place of supply ${stateName(placeOfSupply)}`] : []),
  ];
  const party = (label: string, name: string, lines: string[], x: number) => {
    sheet.text(label, x, y, { size: 9, color: COLORS.muted, width });
    let below = sheet.text(name, x, y + 15, { size: 13, weight: 'semibold', width }) + 2;
    for (const line of lines) below = sheet.text(line, x, below, { color: COLORS.muted, width });
    return below;
  };
  const right = PAGE.margin + width + 32;
  return Math.max(
    party('From', seller.name, from, PAGE.margin),
    party(kind === 'credit_note' ? 'Credited to' : 'Billed to', buyer.name ?? 'Customer', to, right),
  );
}

export function drawFooter(sheet: Sheet, { seller, kind }: Invoice): void {
  const y = PAGE.height - 96;
  sheet.rule(y);
  const about = kind === 'credit_note' ? 'Refunded to the original payment method.' : 'Purchased credits never expire.';
  const contact = seller.email ? ` Questions? Write to ${seller.email}.` : '';
  const style = { size: 9, color: COLORS.muted };
  const below = sheet.text(`${about}${contact}`, PAGE.margin, y + 12, style);
  sheet.text('Computer-generated; no signature required.', PAGE.margin, below, style);
}
