import path from 'node:path';
import { LOWER, regexOf } from './levels.mjs';

export const root = path.join(import.meta.dirname, '..', '..', '..');
export const relativeToRoot = (file) => path.relative(root, file).replaceAll(path.sep, '/');

const SERVICES = Object.keys(LOWER).filter((room) => /^services\/[^/]+$/.test(room));
const SHARED = LOWER['services/auth'];
const BROWSER = ['ui', 'services/contracts'];
const OF_TESTS = ['services/contracts', 'infra/*/*'];

const roomsOf = (service) => Object.keys(LOWER).filter((room) => room.startsWith(`${service}/src/`));
const partsOf = (service, imports = []) =>
  Object.fromEntries(
    roomsOf(service).map((room) => [
      room,
      { imports: [...SHARED, ...LOWER[room], ...imports], testImports: [service, ...roomsOf(service), ...OF_TESTS] },
    ]),
  );

const web = (...names) => names.map((name) => `web/src/${name}`);
const WEB = web('app', 'features/*', 'shared', 'lib', 'testing', 'locales');
const ofWeb = (room) => ({
  imports: [...LOWER[room], 'web/src/locales', ...BROWSER],
  testImports: ['web/src/testing', 'web', 'docs'],
});

/**
 * What each part of the source tree may import besides itself and packages of others. Tests may import more. A file belongs to the
 * first part that matches. Services depend on each other only through contracts, the SDK on nothing, and browser code never imports
 * server code. Rooms import rooms of lower levels (levels.mjs).
 */
const PARTS = Object.entries({
  ...Object.fromEntries(web('app', 'features/*', 'shared', 'lib').map((room) => [room, ofWeb(room)])),
  'web/src/testing': { imports: [...web('shared', 'lib'), 'services/contracts'] },
  'web/src/locales': { imports: ['web/src/lib'] },
  web: { imports: [...WEB, ...BROWSER] },
  'admin-web': { imports: BROWSER },
  ui: { imports: [] },
  ...partsOf('services/auth'),
  ...partsOf('services/generation', ['services/generation']),
  ...Object.fromEntries(SERVICES.map((room) => [room, { imports: [...LOWER[room], ...roomsOf(room)] }])),
  'sdk/*': { imports: [] },
  'infra/verification/browser': { imports: [], testImports: ['services/contracts', 'infra/*/*', 'web/src'] },
  'infra/*/*': { imports: [] },
  docs: { imports: [] },
}).map(([pattern, rules]) => ({ pattern, regex: regexOf(pattern), testImports: OF_TESTS, ...rules }));

export const TESTS = /\.(spec|slow)\.tsx?$|\/src\/test(ing)?\/|^infra\/verification\/browser\//;

function partOf(file) {
  for (const part of PARTS) {
    const [folder] = part.regex.exec(file) ?? [];
    if (folder) return { ...part, folder };
  }
  return undefined;
}

/** The target of a specifier, relative to the root, or undefined for a package of others. */
function targetOf(specifier, file) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const [, name] = /^@luit\/([^/]+)/.exec(specifier) ?? [];
  if (!name) return undefined;
  if (name === 'sdk') return 'sdk/typescript';
  if (WEB_PACKAGES.has(name)) return name;
  if (SERVICES.includes(`services/${name}`)) return `services/${name}`;
  return TOOLS.has(name) ? `infra/tools/${name}` : `infra/verification/${name}`;
}
const TOOLS = new Set(['local', 'sandbox', 'doctor']);
const WEB_PACKAGES = new Set(['ui', 'web', 'admin-web']);

/** @type {import('oxlint/plugins-dev').Rule} */
export const boundaries = {
  meta: { type: 'problem', messages: { forbidden: '{{from}} must not import {{to}}.' }, schema: [] },
  create(context) {
    const file = relativeToRoot(context.filename);
    const from = partOf(file);
    if (!from) return {};
    const allowed = TESTS.test(file) ? [...from.imports, ...from.testImports] : from.imports;
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const target = targetOf(source.value, file);
      if (target === undefined) return;
      const to = partOf(target);
      if (to && (to.folder === from.folder || allowed.includes(to.pattern))) return;
      context.report({ node: source, messageId: 'forbidden', data: { from: from.folder, to: to?.folder ?? target } });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
      CallExpression: ({ callee, arguments: [source] }) => {
        if (callee.name === 'require') check(source);
      },
    };
  },
};
