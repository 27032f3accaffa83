import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPackages } from '../../bootstrap.mjs';
import type { Manifest } from './chart';

const FOLDER = path.resolve(__dirname, '..', '..', '..', '..', 'deploy', 'kubernetes');
const COMPILER = require.resolve('typescript/package.json').replace('package.json', 'bin/tsc');
const OPTIONS = '--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --module node20 --pretty false'.split(
  ' ',
);

// Only these tests need the models.
installPackages(FOLDER);

/** The packages with the models of operators, by the group of their kinds. All others are Kubernetes' own. */
const OPERATORS: Record<string, string> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
  'external-secrets.io': '@kubernetes-models/external-secrets',
};
/** The package does not have v1 yet, which is v1beta1 under its final name. */
const PUBLISHED_AS: Record<string, string> = { 'external-secrets.io/v1': 'external-secrets.io/v1beta1' };

/** The packages with the schemas of two versions of Kubernetes. The newer one has types only for this version of Node. */
export const KUBERNETES = { '1.33': 'kubernetes-models', '1.34': 'kubernetes-models-1-34' } as const;

/** The module with the published model of a kind, generated from the OpenAPI schemas of Kubernetes and of operators. */
export function modelOf({ apiVersion, kind }: Manifest, kubernetes: string = KUBERNETES['1.33']): string {
  const root = OPERATORS[apiVersion.split('/')[0] ?? ''] ?? kubernetes;
  return `${FOLDER}/node_modules/${root}/${PUBLISHED_AS[apiVersion] ?? apiVersion}/${kind}`;
}

/** The manifest in the version of its kind that a model is published for. */
export function asPublished(manifest: Manifest): Manifest {
  return { ...manifest, apiVersion: PUBLISHED_AS[manifest.apiVersion] ?? manifest.apiVersion };
}

/**
 * Type-checks each manifest against its kind. Reports missing fields, wrong types and unknown fields; a schema validator
 * would accept a misspelled field.
 */
export function typeErrors(manifests: Manifest[], kubernetes: string = KUBERNETES['1.33']): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-manifests-'));
  try {
    const text = manifests
      .map((manifest, i) => {
        const type = `import('${modelOf(manifest, kubernetes)}').I${manifest.kind}`;
        return `export const m${i}: ${type} = ${JSON.stringify(asPublished(manifest))};`;
      })
      .join('\n');
    writeFileSync(path.join(folder, 'manifests.ts'), text);
    const { stdout } = spawnSync(process.execPath, [COMPILER, ...OPTIONS, 'manifests.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout
      .split(/^manifests\.ts\((?=\d)/m)
      .filter((error) => error !== '')
      .map((error) => {
        const { kind, metadata } = manifests[parseInt(error) - 1] as Manifest;
        return `${kind} ${metadata.name}: ${error.replace(/^.*?: error TS\d+: /, '').trim()}`;
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
