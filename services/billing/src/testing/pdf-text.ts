import PdfParser from 'pdf2json';

/** Extracts the text of a PDF line by line. */
export async function pdfText(bytes: Buffer): Promise<string> {
  const parser = new PdfParser(null, true);
  const read = new Promise<string>((resolve, reject) => {
    parser.on('pdfParser_dataReady', () => resolve(parser.getRawTextContent()));
    parser.on('pdfParser_dataError', (error) => reject(error instanceof Error ? error : error.parserError));
  });
  // pdf2json reads the whole memory behind a buffer, which others share.
  parser.parseBuffer(Buffer.from(Uint8Array.from(bytes).buffer), 0);
  return (await read).replace(/[ \t]+/g, ' ');
}
