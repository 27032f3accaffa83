import path from 'node:path';
import ts from 'typescript';
import type { Manifest } from './kustomization';

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
  return `${root}/${PUBLISHED_AS[apiVersion] ?? apiVersion}/${kind}`;
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
  const file = path.join(__dirname, 'manifests.generated.ts');
  const text = manifests
    .map((manifest, i) => {
      const type = `import('${modelOf(manifest, kubernetes)}').I${manifest.kind}`;
      return `export const m${i}: ${type} = ${JSON.stringify(asPublished(manifest))};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Node20,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? text : readFile(name));
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, text, target) : getSourceFile(name, target, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
    const manifest = manifests[text.slice(0, start).split('\n').length - 1];
    const { kind = '', metadata } = manifest ?? {};
    return `${kind} ${metadata?.name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
