import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..', '..');
export const relativeToRoot = (file) => path.relative(root, file).replaceAll(path.sep, '/');

const SERVICES = ['auth', 'billing', 'generation', 'worker', 'gateway'].map((name) => `services/${name}`);
const SHARED = ['services/contracts', 'services/platform', 'services/media'];
const BROWSER = ['ui', 'services/contracts'];

/** The modules that a job passes in generation, from left to right. No module imports one to its left. */
const ROOMS = ['requests', 'dispatch', 'submissions', 'tracking', 'settlement'].map(
  (room) => `services/generation/src/${room}`,
);

const web = (...names) => names.map((name) => `web/src/${name}`);
const WEB = web('app', 'features/*', 'shared/*', 'lib', 'testing', 'locales');
const ofWeb = (imports) => ({
  imports: [...imports, 'web/src/locales', ...BROWSER],
  testImports: ['web/src/testing', 'web', 'docs'],
});

/**
 * What each part of the source tree may import besides itself and packages of others. Tests may import more. A file belongs to the
 * first part that matches. Services depend on each other only through contracts, the SDK on nothing, and browser code never imports
 * server code. Inside the web app, imports point one way: app → features → shared → lib; features never import each other.
 */
const PARTS = Object.entries({
  'web/src/app': ofWeb(web('features/*', 'shared/*', 'lib')),
  'web/src/features/*': ofWeb(web('shared/*', 'lib')),
  'web/src/shared/*': ofWeb(web('shared/*', 'lib')),
  'web/src/lib': ofWeb([]),
  'web/src/testing': { imports: [...web('shared/*', 'lib'), 'services/contracts'] },
  'web/src/locales': { imports: ['web/src/lib'] },
  web: { imports: [...WEB, ...BROWSER] },
  'admin-web': { imports: BROWSER },
  ui: { imports: [] },
  ...Object.fromEntries(
    ROOMS.map((room, index) => [
      room,
      { imports: [...SHARED, 'services/generation', ...ROOMS.slice(index)], testImports: ROOMS },
    ]),
  ),
  'services/contracts': { imports: [] },
  'services/platform': { imports: ['services/contracts'] },
  'services/media': { imports: ['services/contracts', 'services/platform'] },
  ...Object.fromEntries(SERVICES.map((service) => [service, { imports: SHARED }])),
  'services/generation': { imports: [...SHARED, ...ROOMS] },
  'sdk/*': { imports: [] },
  'infra/verification/browser': { imports: [], testImports: ['services/contracts', 'infra/*/*', 'web/src'] },
  'infra/*/*': { imports: [] },
  docs: { imports: [] },
}).map(([pattern, rules]) => ({
  pattern,
  regex: new RegExp(`^${pattern.replaceAll('*', '[^/]+')}(?=/|$)`),
  testImports: ['services/contracts', 'infra/*/*'],
  ...rules,
}));

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
  if ([...SERVICES, ...SHARED].includes(`services/${name}`)) return `services/${name}`;
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
