import PDFDocument from 'pdfkit';
import type { Invoice } from '../invoice.entity';
import { drawAmounts } from './amounts';
import { drawFacts, drawFooter, drawHeader, drawParties, TITLES } from './frame';
import { PAGE, Sheet } from './sheet';

/** Renders a document from its row alone, so the same row always gives the same bytes. */
export function renderInvoice(invoice: Invoice): Promise<Buffer> {
  const title = `${TITLES[invoice.kind]} ${invoice.number}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: PAGE.margin,
    pdfVersion: '1.7',
    lang: 'en-IN',
    displayTitle: true,
    info: {
      Title: title,
      Author: invoice.seller.name,
      Subject: `${invoice.description}, payment ${invoice.paymentId}`,
      Creator: 'Luit',
      Producer: 'Luit',
      CreationDate: invoice.issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const sheet = new Sheet(pdf);
  drawHeader(sheet, invoice);
  const below = drawFacts(sheet, invoice, 172);
  drawAmounts(sheet, invoice, drawParties(sheet, invoice, below + 22) + 28);
  drawFooter(sheet, invoice);
  pdf.end();
  return done;
}
