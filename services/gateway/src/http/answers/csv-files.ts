import { ExportedFile } from './exported-file';
import { csvHead, csvLine } from './csv';

type Cells = (string | number | null)[];

interface ExportedPage<Row> {
  items: Row[];
  nextCursor: string | null;
}

interface CsvExport<Row> {
  /** Name of the file. */
  name: string;
  columns: string[];
  /** Reads the page after the cursor. */
  read: (cursor: string | undefined) => Promise<ExportedPage<Row>>;
  toCells: (row: Row) => Cells;
}

/** A CSV file of rows that are in memory. */
export function csvFile(name: string, columns: string[], rows: Cells[]): ExportedFile {
  const text = csvHead(columns) + rows.map(csvLine).join('');
  return ExportedFile.of(Buffer.from(text), rows.length, optionsOf(name));
}

/**
 * A CSV file that is read page by page while the client downloads it, so that memory use does not grow with the number of rows. An error
 * before the first page is answered as an error; a later one truncates the file.
 */
export async function csvExport<Row>({ name, ...source }: CsvExport<Row>): Promise<ExportedFile> {
  const pages = pagesOf(source);
  const first = await pages.next();
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* pages;
  };
  return ExportedFile.streamed(all(), optionsOf(name));
}

const optionsOf = (name: string) => ({
  type: 'text/csv; charset=utf-8',
  disposition: `attachment; filename="${name}"`,
});

async function* pagesOf<Row>({
  columns,
  read,
  toCells,
}: Omit<CsvExport<Row>, 'name'>): AsyncGenerator<{ text: string; rows: number }> {
  let head = csvHead(columns);
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await read(cursor);
    yield { text: head + items.map((row) => csvLine(toCells(row))).join(''), rows: items.length };
    head = '';
    cursor = nextCursor ?? undefined;
  } while (cursor);
}
