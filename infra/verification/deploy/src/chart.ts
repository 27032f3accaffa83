import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { runProgram } from './go-programs';
import { KUBERNETES_VERSIONS } from './schemas';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
}

type Values = Record<string, Record<string, unknown>>;

export const KUBERNETES_FOLDER = path.resolve(__dirname, '..', '..', '..', 'deploy', 'kubernetes');
const CHART = path.join(KUBERNETES_FOLDER, 'chart');
export const readChartFile = (file: string): string => readFileSync(path.join(CHART, file), 'utf8');
export const chartValues = (): Values => parse(readChartFile('values.yaml')) as Values;

/** `helm lint --strict`, with values in place of the chart's own. @throws Error with what it reports */
export const lintChart = (values: unknown): string =>
  withValues(values, (file) => runProgram('helm', ['lint', '--strict', CHART, '--values', file]));

/** `helm template`, with values in place of the chart's own. @throws Error with Helm's message */
export const renderChart = (values: unknown): string =>
  withValues(values, (file) => {
    const options = ['--namespace', 'luit', '--kube-version', KUBERNETES_VERSIONS[0] as string, '--values', file];
    return runProgram('helm', ['template', 'luit', CHART, ...options]);
  });

function withValues<Result>(values: unknown, work: (file: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-values-'));
  const file = path.join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  try {
    return work(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    return (document.toJS() as Manifest | null) ?? [];
  });
}
