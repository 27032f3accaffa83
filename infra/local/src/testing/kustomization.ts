import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { applyPatch, type Operation } from 'rfc6902';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
}

interface Image {
  name: string;
  newName: string;
  newTag?: string;
  /** Instead of a tag. */
  digest?: string;
}

interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources?: string[];
  components?: string[];
  images?: Image[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
}

const SUPPORTED = ['apiVersion', 'kind', 'namespace', 'resources', 'components', 'images', 'patches'];

/**
 * Renders a folder like `kubectl kustomize`, for the subset of features that our kustomizations use.
 *
 * @param components that the kustomization would name in addition
 * @throws Error for an unsupported field, and for a patch without a target
 */
export function render(folder: string, components: string[] = []): Manifest[] {
  const kustomization = readKustomization(folder);
  return apply(folder, { ...kustomization, components: [...(kustomization.components ?? []), ...components] }, []);
}

function readKustomization(folder: string): Kustomization {
  const kustomization = parse(readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((field) => !SUPPORTED.includes(field));
  if (unknown.length > 0) throw new Error(`${folder} uses unsupported fields: ${unknown.join(', ')}`);
  return kustomization;
}

/** @param earlier what a component is added to */
function apply(folder: string, kustomization: Kustomization, earlier: Manifest[]): Manifest[] {
  const own = (kustomization.resources ?? []).flatMap((resource) => read(path.join(folder, resource)));
  const manifests = (kustomization.components ?? []).reduce(
    (all, component) => {
      const from = path.join(folder, component);
      return apply(from, readKustomization(from), all);
    },
    [...earlier, ...own],
  );
  for (const { target, patch } of kustomization.patches ?? []) {
    const targets = manifests.filter(
      ({ kind, metadata }) => kind === target.kind && new RegExp(`^(${target.name})$`).test(metadata.name),
    );
    if (targets.length === 0) throw new Error(`${folder} patches ${target.kind} ${target.name}, which does not exist`);
    for (const manifest of targets) {
      const failed = applyPatch(manifest, structuredClone(parse(patch) as Operation[])).find(Boolean);
      if (failed) throw new Error(`${folder}: ${target.kind} ${manifest.metadata.name}: ${failed.message}`);
    }
  }
  for (const manifest of manifests) {
    if (kustomization.namespace) manifest.metadata.namespace = kustomization.namespace;
    for (const image of kustomization.images ?? []) replaceImage(manifest, image);
  }
  return manifests;
}

function read(file: string): Manifest[] {
  if (statSync(file).isDirectory()) return render(file);
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`);
    return document.toJS() as Manifest;
  });
}

/** Names another image wherever the manifests use it. */
export function replaceImage(node: unknown, image: Image): void {
  if (typeof node !== 'object' || node === null) return;
  const object = node as Record<string, unknown>;
  const { name, newName, newTag, digest } = image;
  if (object.image === name) object.image = digest ? `${newName}@${digest}` : `${newName}:${newTag}`;
  Object.values(object).forEach((value) => replaceImage(value, image));
}
