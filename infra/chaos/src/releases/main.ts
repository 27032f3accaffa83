import { readArguments } from '@luit/local/command-arguments';
import { runSmokeTest } from '@luit/smoke/smoke-test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { RollingLoad } from '../scale/rolling-load';
import { RollingStack } from '../scale/rolling-stack';
import { describeRollingLoad } from '../scale/rolling-upgrade';
import { createNextRelease, type NextRelease } from './next-release';
import { rollBack, startCheckout } from './rolled-back-stack';
import { readStoredData } from './stored-data';

const run = promisify(execFile);

/**
 * `npm run release-test`: makes a next release whose migrations change every table, and rolls each process of a stack to it, back, and
 * to it again, while users request jobs and buy packs. Then it stops the stack, runs `npm run rollback` and `npm start`.
 */
async function main(): Promise<void> {
  readArguments({ command: 'npm run release-test' });
  const folder = await mkdtemp(path.join(tmpdir(), 'luit-releases-'));
  const stack = await RollingStack.open();
  try {
    const release = await timed('made the next release', () =>
      Promise.resolve(createNextRelease(path.join(folder, 'checkout'))),
    );
    await rollBackAndForth(stack, release);
    await restartRolledBack(stack, release);
  } finally {
    await stack.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws Error if a request failed, or anything was lost, bought twice or charged wrongly */
async function rollBackAndForth(stack: RollingStack, { checkout, previous, version }: NextRelease): Promise<void> {
  const load = await RollingLoad.start(stack.cluster);
  await timed(`migrated to ${version}`, () => migrate(checkout, stack.cluster.stack.postgres));
  await timed(`rolled to ${version}`, () => stack.replaceAll(checkout));
  await timed(`rolled back to ${previous}`, () => stack.replaceAll());
  await timed(`rolled to ${version} again`, () => stack.replaceAll(checkout));
  const result = await load.end();
  console.log(`\n${previous} → ${version} → ${previous} → ${version}: ${describeRollingLoad(result)}`);
  for (const problem of result.problems) console.log(`  ${problem}`);
  assert.deepEqual(result.problems, []);
}

async function migrate(checkout: string, adminUrl: string): Promise<void> {
  const env = { ...process.env, LUIT_MODE: 'local', ADMIN_DATABASE_URL: adminUrl };
  for (const service of ['auth', 'billing', 'generation']) {
    const script = path.join(checkout, 'services', service, 'dist', 'migrate.js');
    const { stdout, stderr } = await run(process.execPath, [script], { env });
    assert.equal((JSON.parse(stdout) as { migrations: string[] }).migrations.length, 1, stderr);
  }
}

/** @throws Error if data was lost or changed, or if the release does not work */
async function restartRolledBack(stack: RollingStack, { checkout, previous }: NextRelease): Promise<void> {
  const { directory } = stack.cluster;
  const before = await readStoredData(stack.cluster.stack.postgres);
  const stoppedAt = Date.now();
  await stack.stop();
  console.log(`\nnpm run rollback\n  ${(await rollBack(checkout, directory)).replaceAll('\n', '\n  ')}`);
  const started = await startCheckout(checkout, directory);
  try {
    console.log(`  ${previous} is ready ${((Date.now() - stoppedAt) / 1_000).toFixed(0)} s after the stop`);
    assert.deepEqual(await readStoredData(started.stack.postgres), before);
    assert.deepEqual(before.violated, []);
    await runSmokeTest(started.stack, () => undefined);
    const counts = Object.entries(before.rows).map(([name, rows]) => `${rows.length} ${name}`);
    console.log(`  unchanged: ${counts.join(', ')}; all invariants hold, and the smoke test passes`);
  } finally {
    await started.stop();
  }
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const at = Date.now();
  const result = await work();
  console.log(`${what} in ${((Date.now() - at) / 1_000).toFixed(1)} s`);
  return result;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
