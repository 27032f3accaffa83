import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');
const SERVICES = ['auth', 'billing', 'generation'];
const TIMESTAMP = '9000000000001';

export interface NextRelease {
  /** A clone of this checkout that is at the next release, compiled, and has a tag for each of both. */
  checkout: string;
  previous: string;
  version: string;
}

/**
 * Makes the next release of Luit in a new folder. Its code is that of this checkout, with a migration for each service that does
 * what an expanding migration may do, to every table and every function.
 */
export function createNextRelease(folder: string): NextRelease {
  const previous = versionOf(CHECKOUT);
  const version = previous.replace(/\d+\.\d+$/, (minor) => `${Number(minor.split('.')[0]) + 1}.0`);
  git(CHECKOUT, 'clone', '--quiet', '--shared', '--no-tags', CHECKOUT, folder);
  git(folder, 'tag', `v${previous}`);
  linkPackages(folder);
  copyBuilds(folder);
  replaceIn(path.join(folder, 'package.json'), `"version": "${previous}"`, `"version": "${version}"`);
  replaceIn(path.join(folder, 'services/platform/src/migrations/release.ts'), `= '${previous}'`, `= '${version}'`);
  for (const service of SERVICES) addMigration(path.join(folder, 'services', service, 'src'), previous);
  git(folder, 'add', 'package.json', 'services');
  git(folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', `v${version}`);
  git(folder, 'tag', `v${version}`);
  execFileSync(process.execPath, [path.join(folder, 'node_modules/typescript/bin/tsc'), '-b'], {
    cwd: folder,
    stdio: 'inherit',
  });
  return { checkout: folder, previous, version };
}

/** Links every installed package. */
function linkPackages(folder: string): void {
  for (const workspace of ['', ...workspaces()]) {
    const [from, to] = [CHECKOUT, folder].map((root) => path.join(root, workspace, 'node_modules')) as [string, string];
    if (!existsSync(from)) continue;
    mkdirSync(to);
    for (const name of readdirSync(from))
      // Our own packages are links into their checkout.
      if (name === '@luit')
        cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true });
      else symlinkSync(path.join(from, name), path.join(to, name));
  }
}

/** With what tells the compilers that they are current. */
function copyBuilds(folder: string): void {
  const builds = [...workspaces().map((workspace) => path.join(workspace, 'dist')), '.cache'];
  for (const build of builds.filter((each) => existsSync(path.join(CHECKOUT, each))))
    cpSync(path.join(CHECKOUT, build), path.join(folder, build), { recursive: true, preserveTimestamps: true });
}

function addMigration(source: string, previous: string): void {
  writeFileSync(path.join(source, 'migrations', `${TIMESTAMP}-next-release.ts`), migrationFor(previous));
  const database = path.join(source, 'database.ts');
  const text = readFileSync(database, 'utf8');
  const baseline = /migrations: \[(\w+)\]/.exec(text)?.[0] ?? '';
  replaceIn(database, baseline, baseline.replace(']', `, NextRelease${TIMESTAMP}]`));
  writeFileSync(
    database,
    `import { NextRelease${TIMESTAMP} } from './migrations/${TIMESTAMP}-next-release';\n${readFileSync(database, 'utf8')}`,
  );
}

/** Prepared statements and rows that are selected as a whole notice a new column. */
const migrationFor = (worksWith: string): string => `
import type { SchemaMigration } from '@luit/platform/migrations/schema-migration';
import type { QueryRunner } from 'typeorm';

export class NextRelease${TIMESTAMP} implements SchemaMigration {
  readonly worksWith = '${worksWith}';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const tables = (await runner.query(
      \`SELECT oid::regclass::text AS name FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1\`,
    )) as { name: string }[];
    for (const { name } of tables)
      await runner.query(\`ALTER TABLE \${name} ADD COLUMN IF NOT EXISTS next_release int NOT NULL DEFAULT 1\`);
    const functions = (await runner.query(
      \`SELECT pg_get_functiondef(oid) AS definition FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f' ORDER BY oid\`,
    )) as { definition: string }[];
    for (const { definition } of functions) await runner.query(definition);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There are no down migrations'));
  }
}
`;

/** Folders with a package of their own. */
function workspaces(): string[] {
  return git(CHECKOUT, 'ls-files', '*/package.json')
    .split('\n')
    .map((file) => path.dirname(file));
}

/** @throws Error if the text is not in the file */
function replaceIn(file: string, text: string, replacement: string): void {
  const content = readFileSync(file, 'utf8');
  if (text === '' || !content.includes(text)) throw new Error(`${file} does not contain ${text}`);
  writeFileSync(file, content.replace(text, replacement));
}

function versionOf(checkout: string): string {
  return (JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as { version: string }).version;
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
