import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { hasApprovals } from '@luit/contracts/billing/value-changes';
import { LuitError } from '@luit/contracts/errors';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { CallClient } from '../calls/call-client';
import { RedisClock } from '../redis/redis-clock';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { exportCatalog, importCatalog } from './catalog-commands';
import { readCatalogFile } from './catalog-file';

const INSTANCE = 'catalog';
const USAGE = `npm run catalog -- export > FILE
npm run catalog -- check [FILE]          without a file: the shipped models
npm run catalog -- import FILE --operator EMAIL --reason TEXT`;

/** Entries of models as files. `export` and `import` talk to the running services through REDIS_URL of .env or the environment. */
async function main(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { operator: { type: 'string' }, reason: { type: 'string' } },
  });
  const [command, file] = positionals;
  if (command === 'check') print(`${entriesOf(file).length} entries without faults`);
  else if (command === 'export')
    await withCalls(async (calls) => print(JSON.stringify(await exportCatalog(calls), null, 2)));
  else if (command === 'import' && file && values.operator && values.reason) {
    const { operator, reason } = values;
    await withCalls((calls) => importFile(calls, entriesOf(file), { operator, reason }));
  } else throw new Error(USAGE);
}

/** @throws Error naming each fault */
function entriesOf(file: string | undefined): ModelEntry[] {
  const read = readCatalogFile(file ? readFileSync(file, 'utf8') : JSON.stringify(SHIPPED_MODELS));
  if ('entries' in read) return read.entries;
  throw new Error(read.problems.map(({ path, message }) => `${path || file}: ${message}`).join('\n'));
}

async function importFile(
  calls: CallClient,
  entries: ModelEntry[],
  { operator, reason }: { operator: string; reason: string },
): Promise<void> {
  const { operators } = await calls.call(authCalls.listOperators, {});
  const admin = operators.find(({ email }) => email === operator);
  if (!admin) throw new Error(`There is no operator ${operator}`);
  const { approveAbove } = await calls.call(billingCalls.getSettings, {});
  const by = { adminId: admin.id, reason, needsApproval: hasApprovals(approveAbove) };
  for (const { id, done, revision } of await importCatalog(calls, entries, by)) {
    print(`${id}: ${done}, revision ${revision}`);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The services accept these calls from the gateway, for which the user of Redis that operates the installation may speak. */
async function withCalls(work: (calls: CallClient) => Promise<void>): Promise<void> {
  const url = process.env.REDIS_URL;
  if (!url) throw new Error('REDIS_URL is missing');
  const redis = connectRedis(url, INSTANCE);
  const clock = new RedisClock(redis);
  await clock.start();
  const calls = new CallClient(url, 'gateway', INSTANCE, clock);
  await calls.connect();
  try {
    await work(calls);
  } finally {
    await calls.close();
    clock.stop();
    await closeRedis(redis);
  }
}

main().catch((error: unknown) => {
  const details = error instanceof LuitError ? Object.entries(error.details ?? {}) : [];
  process.stderr.write(
    `${[(error as Error).message, ...details.map(([path, text]) => `  ${path}: ${String(text)}`)].join('\n')}\n`,
  );
  process.exitCode = 1;
});
