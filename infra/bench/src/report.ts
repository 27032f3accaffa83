import { cpus, totalmem } from 'node:os';
import { median, type Pair } from './paired';

export interface Row {
  id: string;
  measured: string;
  ours: string;
  base: string;
  ratio: string;
  bar: string;
  holds: boolean | null;
}

/** A row of the table from rounds run in pairs. */
export function pairRow(
  id: string,
  measured: string,
  pair: Pair,
  unit: string,
  bar: { atMost?: number; atLeast?: number },
): Row {
  const { median: middle, lowest, highest } = pair.ratio;
  return {
    id,
    measured,
    ours: `${show(median(pair.ours))} ${unit}`,
    base: `${show(median(pair.base))} ${unit}`,
    ratio: `${show(middle)} (${show(lowest)}–${show(highest)})`,
    bar: bar.atMost !== undefined ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`,
    holds: bar.atMost !== undefined ? middle <= bar.atMost : middle >= (bar.atLeast ?? 0),
  };
}

export function show(value: number): string {
  if (value >= 1_000) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(3);
}

export function printTable(rows: Row[]): void {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  console.log(
    `\n${cpus().length} × ${processor}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}; ` +
      'medians of rounds run in turn, ratio with its lowest and highest\n',
  );
  const head = ['id', 'measured', 'ours', 'base line', 'ours ÷ base', 'bar', 'holds'];
  const lines = rows.map((row) => [
    row.id,
    row.measured,
    row.ours,
    row.base,
    row.ratio,
    row.bar,
    row.holds === null ? '–' : row.holds ? 'yes' : 'no',
  ]);
  console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`);
  for (const line of lines) console.log(`| ${line.join(' | ')} |`);
}
