// The authored files of the repository, and how they import each other.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..', '..');
const TEXT = /\.(tsx?|[cm]?js|sql|css|html|sh|ya?ml|tpl|json|md|txt|acl|ini)$|(file|example)$/;
const GENERATED = [
  /(^|\/)package-lock\.json$/,
  /^docs\/(openapi(-v1)?\.json|database\.md|operations\/data-map\.md)$/,
  /^sdk\/typescript\/src\/api\.ts$/,
  /^infra\/deploy\/redis\/users\.acl$/,
  /\.generated\.yaml$/,
  /\/locales\/..\.ts$/,
];
const TEST = /\.(spec|slow)\.tsx?$|\/(test|testing)\/|^infra\/verification\//;
const PROSE = /\.(md|txt)$|(^|\/)copy\.tsx?$|^docs\//;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });

/** Each file with its text, its number of lines, and its kind: source, test or prose. */
export const files = tracked
  .toString()
  .split('\n')
  .filter((file) => TEXT.test(file) && !GENERATED.some((pattern) => pattern.test(file)))
  .filter((file) => existsSync(path.join(root, file)))
  .map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const kind = TEST.test(file) ? 'test' : PROSE.test(file) ? 'prose' : 'source';
    return { file, text, lines: text.split('\n').length - 1, kind };
  });
export const fileByPath = new Map(files.map((file) => [file.file, file]));

const PACKAGES = new Map(
  files
    .filter(({ file }) => file.endsWith('/package.json'))
    .map(({ file, text }) => [JSON.parse(text).name, path.dirname(file)]),
);
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'([^']+)'/g;

/** The file that a specifier in `importer` names, or undefined for a package of others. */
export function resolve(specifier, importer) {
  const [, name, rest] = /^(@luit\/[^/]+)\/(.+)$/.exec(specifier) ?? [];
  const folder = PACKAGES.get(name);
  const bases = specifier.startsWith('.')
    ? [path.join(path.dirname(importer), specifier)]
    : folder
      ? [`${folder}/src/${rest}`, `${folder}/${rest}`]
      : [];
  const candidates = bases.flatMap((base) => [base, `${base}.ts`, `${base}.tsx`, base.replace(/\.js$/, '.ts')]);
  return candidates.find((candidate) => fileByPath.has(candidate));
}

/** Pairs of files [importer, imported]. */
export const imports = files
  .filter(({ file }) => /\.([cm]?js|tsx?)$/.test(file))
  .flatMap(({ file, text }) => {
    const targets = [...text.matchAll(IMPORT)].map(([, specifier]) => resolve(specifier, file));
    return [...new Set(targets)].filter(Boolean).map((target) => [file, target]);
  });

/** The part of the repository that a file belongs to: `services/auth`, `infra/tools`, `web`, or `repository` for files in the root. */
export function roomOf(file) {
  const [top, second, ...rest] = file.split('/');
  if (second === undefined) return 'repository';
  return ['services', 'infra', 'sdk'].includes(top) && rest.length > 0 ? `${top}/${second}` : top;
}

/** The top folder of a file inside its service; undefined for any other file. */
export function folderOf(file) {
  return /^services\/[^/]+\/src\/[^/]+(?=\/)/.exec(file)?.[0];
}

/** Node 20 has no `Map.groupBy`. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
