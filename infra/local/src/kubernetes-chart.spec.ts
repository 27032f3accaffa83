import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { type Manifest, render } from './testing/kustomization';

const kubernetes = path.resolve(__dirname, '..', '..', 'kubernetes');
const chart = path.join(kubernetes, 'chart');
const production = path.join(kubernetes, 'overlays', 'production');
const read = (file: string): string => readFileSync(path.join(chart, file), 'utf8');

interface Image {
  repository: string;
  tag: string;
  digest: string;
}

/** Renders the templates of the chart, for the four kinds of expressions that the generator writes. */
function renderChart(values: unknown): Manifest[] {
  const valueOf = (keys: string): unknown =>
    keys.split('.').reduce((node, key) => (node as Record<string, unknown>)[key], values);
  const indented = (value: unknown, columns: number): string =>
    stringify(value).trimEnd().replace(/^/gm, ' '.repeat(columns));
  const texts = readdirSync(path.join(chart, 'templates'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) =>
      read(`templates/${name}`)
        .replace(/ ?\{\{- toYaml \.Values\.([\w.]+) \| nindent (\d+) \}\}/g, (_all, keys: string, columns) => {
          return `\n${indented(valueOf(keys), Number(columns))}`;
        })
        .replace(/\{\{ include "luit\.image" \.Values\.([\w.]+) \}\}/g, (_all, keys: string) => {
          const { repository, tag, digest } = valueOf(keys) as Image;
          return digest ? `${repository}@${digest}` : `${repository}:${tag}`;
        })
        .replace(/\{\{ \.Values\.([\w.]+) \| quote \}\}/g, (_all, keys: string) => JSON.stringify(valueOf(keys)))
        .replace(/\{\{ \.Values\.([\w.]+) \}\}/g, (_all, keys: string) => String(valueOf(keys))),
    );
  expect(texts.filter((text) => text.includes('{{'))).toEqual([]);
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest));
}

/** Without what Helm adds, and what only kustomize states. */
function comparable(manifests: Manifest[]): Record<string, unknown> {
  return Object.fromEntries(
    manifests.map(({ metadata, ...rest }) => {
      const {
        namespace: _namespace,
        annotations = {},
        ...kept
      } = metadata as Manifest['metadata'] & {
        annotations?: Record<string, string>;
      };
      const own = Object.entries(annotations).filter(([name]) => !name.startsWith('helm.sh/'));
      return [
        `${rest.kind} ${metadata.name}`,
        { ...rest, metadata: { ...kept, annotations: Object.fromEntries(own) } },
      ];
    }),
  );
}

describe('the Helm chart', () => {
  const values = parse(read('values.yaml')) as Record<string, Record<string, unknown>>;

  it('renders what the overlay production renders with ingress-nginx', () => {
    const expected = [
      ...render(production, ['../../components/ingress-nginx']),
      ...render(path.join(production, 'migrate')),
    ];
    expect(comparable(renderChart(values))).toEqual(comparable(expected));
  });

  it('puts values where they belong', () => {
    const changed = structuredClone(values);
    Object.assign(changed.ingress ?? {}, { host: 'store.example', className: 'traefik', annotations: {} });
    Object.assign(changed.replicas ?? {}, { billing: 3 });
    Object.assign(changed.images?.worker ?? {}, { digest: 'sha256:0' });
    const manifests = comparable(renderChart(changed));
    expect(manifests['Ingress gateway']).toMatchObject({
      spec: { ingressClassName: 'traefik', rules: [{ host: 'store.example' }], tls: [{ hosts: ['store.example'] }] },
    });
    expect(manifests['Deployment billing']).toMatchObject({ spec: { replicas: 3 } });
    expect(manifests['Deployment worker']).toMatchObject({
      spec: { template: { spec: { containers: [{ image: 'registry.example/luit-worker@sha256:0' }] } } },
    });
  });

  it('has the version of the product', () => {
    const { version } = parse(readFileSync(path.join(kubernetes, '..', '..', 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
    const tag = { tag: version };
    expect(values.images).toMatchObject({ services: tag, gateway: tag, worker: tag });
  });
});
