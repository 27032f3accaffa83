import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { relativeToRoot, root, TESTS } from './boundaries.mjs';
import { circlesOf, stepOf } from './import-circles.mjs';

const SOURCES = ['services', 'sdk'].flatMap(foldersIn).concat('web', 'admin-web', 'ui');
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g;

function foldersIn(folder) {
  return existsSync(path.join(root, folder))
    ? readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
    : [];
}

/** For each folder in a circle, all folders of the circle. */
let circles;

function readCircles() {
  const files = SOURCES.map((source) => path.join(root, source, 'src'))
    .filter(existsSync)
    .flatMap((source) => readdirSync(source, { recursive: true }).map((name) => path.join(source, name)))
    .filter((file) => /\.tsx?$/.test(file) && !TESTS.test(relativeToRoot(file)));
  const edges = files.flatMap((file) => {
    const specifiers = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier]) => specifier);
    return specifiers.map((specifier) => stepOfImport(relativeToRoot(file), specifier)).filter(Boolean);
  });
  return new Map(circlesOf(edges).flatMap((folders) => folders.map((folder) => [folder, folders])));
}

function stepOfImport(file, specifier) {
  const imported = path.posix.join(path.posix.dirname(file), specifier);
  return TESTS.test(imported) ? undefined : stepOf([file, imported]);
}

/** Folders beside each other, at any depth of a package, do not import each other in a circle. @type {import('oxlint/plugins-dev').Rule} */
export const noCircles = {
  meta: { type: 'problem', messages: { circle: 'These folders import each other: {{folders}}.' }, schema: [] },
  create(context) {
    const file = relativeToRoot(context.filename);
    if (TESTS.test(file)) return {};
    const check = ({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const step = stepOfImport(file, source.value);
      if (!step) return;
      circles ??= readCircles();
      const folders = circles.get(step[0]);
      if (folders?.includes(step[1]))
        context.report({ node: source, messageId: 'circle', data: { folders: folders.join(', ') } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};
