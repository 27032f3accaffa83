import path from 'node:path';
import ts from 'typescript';
import type { Manifest } from './kustomization';

/** The module with the published model of a kind, generated from the OpenAPI schemas of Kubernetes and KEDA. */
export function modelOf({ apiVersion, kind }: Manifest): string {
  const root = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  return `${root}/${apiVersion}/${kind}`;
}

/**
 * Type-checks each manifest against its kind. Reports missing fields, wrong types and unknown fields; a schema validator
 * would accept a misspelled field.
 */
export function typeErrors(manifests: Manifest[]): string[] {
  const file = path.join(__dirname, 'manifests.generated.ts');
  const text = manifests
    .map((manifest, i) => {
      const type = `import('${modelOf(manifest)}').I${manifest.kind}`;
      return `export const m${i}: ${type} = ${JSON.stringify(manifest)};`;
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
