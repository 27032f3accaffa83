import { cpus, totalmem } from 'node:os';
import { median, type Pair } from './paired';

export interface Row {
  id: string;
  metric: string;
  ours: string;
  baseline: string;
  ratio: string;
  target: string;
  isMet: boolean | null;
}

/** A table row for paired rounds. */
export function pairRow(
  id: string,
  metric: string,
  pair: Pair,
  unit: string,
  target: { atMost?: number; atLeast?: number },
): Row {
  const { median: middle, lowest, highest } = pair.ratio;
  return {
    id,
    metric,
    ours: `${formatNumber(median(pair.ours))} ${unit}`,
    baseline: `${formatNumber(median(pair.baseline))} ${unit}`,
    ratio: `${formatNumber(middle)} (${formatNumber(lowest)}–${formatNumber(highest)})`,
    target: target.atMost !== undefined ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`,
    isMet: target.atMost !== undefined ? middle <= target.atMost : middle >= (target.atLeast ?? 0),
  };
}

export function formatNumber(value: number): string {
  if (value >= 1_000) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(3);
}

export function printTable(rows: Row[]): void {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  console.log(
    `\n${cpus().length} × ${processor}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}; ` +
      'medians of alternating rounds; ratio with its minimum and maximum\n',
  );
  const head = ['id', 'metric', 'ours', 'baseline', 'ours ÷ baseline', 'target', 'met'];
  const lines = rows.map((row) => [
    row.id,
    row.metric,
    row.ours,
    row.baseline,
    row.ratio,
    row.target,
    row.isMet === null ? '–' : row.isMet ? 'yes' : 'no',
  ]);
  console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`);
  for (const line of lines) console.log(`| ${line.join(' | ')} |`);
}
