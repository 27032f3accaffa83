import path from 'node:path';
import ts from 'typescript';
import type { Manifest } from './kustomization';

/** Where the published models of a kind are: generated from Kubernetes' and KEDA's own OpenAPI schemas. */
export function modelOf({ apiVersion, kind }: Manifest): string {
  const root = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  return `${root}/${apiVersion}/${kind}`;
}

/**
 * Compiles each manifest against the type of its kind, which tells what is missing, of a wrong type, or not known at all: a
 * schema's validator lets a misspelt field pass.
 */
export function typeFaults(manifests: Manifest[]): string[] {
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
