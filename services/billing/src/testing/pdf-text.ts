import PdfParser from 'pdf2json';

/** The text of a PDF as a reader copies it, line by line. */
export async function pdfText(bytes: Buffer): Promise<string> {
  const parser = new PdfParser(null, true);
  const read = new Promise<string>((resolve, reject) => {
    parser.on('pdfParser_dataReady', () => resolve(parser.getRawTextContent()));
    parser.on('pdfParser_dataError', (fault) => reject(fault instanceof Error ? fault : fault.parserError));
  });
  parser.parseBuffer(bytes, 0);
  return (await read).replace(/[ \t]+/g, ' ');
}
