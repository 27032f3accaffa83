import { inflateSync } from 'node:zlib';
import { pdfText } from '../../testing/pdf-text';
import type { Invoice } from '../invoice.entity';
import { renderInvoice } from './invoice-pdf';

/** The first byte of a compressed stream. */
const ZLIB = 0x78;
const AT = new Date('2026-11-25T08:30:00Z');
const receiptOf = (name: string): Invoice => ({
  ...{ kind: 'receipt', number: 'REC/2627/000042', corrects: null, description: 'Popular Pack', credits: 100 },
  ...{ paymentId: 'pay_N1', orderId: 'order_N1', userId: '019ac1f2-0000-7000-8000-000000000001' },
  ...{ totalPaise: 99_900, taxablePaise: 99_900, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, rateBasisPoints: 0 },
  ...{ placeOfSupply: null, paidAt: AT, issuedAt: AT },
  seller: { name: 'Luit', address: ['Guwahati'], state: null, gstin: null, sac: '998439', email: null },
  buyer: { name, state: null, gstin: null },
});

/** The characters of each glyph of the embedded fonts, from the maps with which viewers copy text. */
function glyphsOf(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)]
    .map(([, bytes = '']) => Buffer.from(bytes, 'latin1'))
    .map((bytes) => (bytes[0] === ZLIB ? inflateSync(bytes) : bytes).toString('latin1'));
  const maps = streams.filter((stream) => stream.includes('beginbfrange'));
  return maps
    .flatMap((map) => [...map.matchAll(/<((?:[0-9a-f]{4} ?)+)>/gi)])
    .map(([, hex = '']) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
}

describe('a name in Devanagari on a receipt', () => {
  // Text is extracted in the order in which it is drawn: a short i to the left of its consonants, a reph after them.
  it.each([
    ['श्री क्षितिज शर्मा', 'श्री िक्षितज शमार्', ['श्र', 'क्ष']],
    ['प्रार्थना द्विवेदी', 'प्राथर्ना िद्ववेदी', ['प्र', 'द्व']],
  ])('%s has its vowel signs and reph in place, and conjuncts of one glyph', async (name, drawn, conjuncts) => {
    const pdf = await renderInvoice(receiptOf(name));
    expect((await pdfText(pdf)).normalize('NFC')).toContain(drawn.normalize('NFC'));
    expect(glyphsOf(pdf)).toEqual(expect.arrayContaining(conjuncts));
  });
});
