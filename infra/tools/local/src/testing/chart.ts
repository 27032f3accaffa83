import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
}

type Values = Record<string, Record<string, unknown>>;

export const KUBERNETES_FOLDER = path.resolve(__dirname, '..', '..', '..', '..', 'deploy', 'kubernetes');
const chart = path.join(KUBERNETES_FOLDER, 'chart');
export const readChartFile = (file: string): string => readFileSync(path.join(chart, file), 'utf8');
export const chartValues = (): Values => parse(readChartFile('values.yaml')) as Values;

/**
 * Renders the templates of the Helm chart, for the six kinds of expressions that they use.
 *
 * @throws Error for another expression, and for invalid YAML
 */
export function renderChart(values: unknown = chartValues()): Manifest[] {
  return readdirSync(path.join(chart, 'templates'))
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => readManifests(renderTemplate(readChartFile(`templates/${name}`), values)));
}

export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    return (document.toJS() as Manifest | null) ?? [];
  });
}

const FILE = / \{\{- \.Files\.Get "([\w.]+)" \| nindent (\d+) \}\}/g;

function renderTemplate(template: string, values: unknown): string {
  const valueOf = (keys: string): unknown =>
    keys.split('.').reduce((node, key) => (node as Record<string, unknown>)[key], values);
  const text = template
    .replace(/\s*\{\{- if \.Values\.([\w.]+) \}\}(.*?)\s*\{\{- end \}\}/gs, (_all, keys: string, body: string) =>
      valueOf(keys) ? body : '',
    )
    .replace(/ \{\{- toYaml \.Values\.([\w.]+) \| nindent (\d+) \}\}/g, (_all, keys: string, columns: string) =>
      indented(stringify(valueOf(keys)), columns),
    )
    .replace(/\{\{ include "luit\.image" \.Values\.([\w.]+) \}\}/g, (_all, keys: string) => {
      const { repository, tag, digest } = valueOf(keys) as { repository: string; tag: string; digest: string };
      return digest ? `${repository}@${digest}` : `${repository}:${tag}`;
    })
    .replace(/\{\{ \.Values\.([\w.]+) \| quote \}\}/g, (_all, keys: string) => JSON.stringify(valueOf(keys)))
    .replace(/\{\{ \.Values\.([\w.]+) \}\}/g, (_all, keys: string) => String(valueOf(keys)));
  const [unknown] = /\{\{.*/.exec(text.replace(FILE, '')) ?? [];
  if (unknown) throw new Error(`Unsupported expression: ${unknown}`);
  return text.replace(FILE, (_all, file: string, columns: string) => indented(readChartFile(file), columns));
}

function indented(text: string, columns: string): string {
  return `\n${text.trimEnd().replace(/^/gm, ' '.repeat(Number(columns)))}`;
}
