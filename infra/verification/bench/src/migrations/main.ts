import { readArguments } from '@luit/local/command-arguments';
import type { RunningStack, Stack } from '@luit/local/running-stack';
import { NO_RATE_LIMITS, startThrowawayStack } from '@luit/local/throwaway-stack';
import { migrate } from '@luit/platform/migrations/migrate';
import type { SchemaMigration } from '@luit/platform/database/schema-migration';
import { until } from '@luit/smoke/until';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { newestRequests, seedRequests } from '../request-seed';
import { Load } from './load';
import { BLOCKED, type RehearsedMigration, rehearsedMigrations } from './rehearsed-migrations';
import { withoutIndexes } from './without-indexes';

const DEFAULT_ROWS = 1_000_000;
/** How long the load runs before the first migration, for comparison. */
const BEFORE_MS = 20_000;
/** How long a transaction holds the table that a migration needs. */
const HELD_MS = 20_000;
const ENDS_WITHIN_MS = 3 * 60_000;
/** They would disturb the measurement. */
const WITHOUT_CHECKS = { CHECK_INTERVAL_MS: '86400000' };
/** The settings of a database of this size. With the defaults, it writes a checkpoint every few seconds. */
const POSTGRES = { shared_buffers: '1GB', max_wal_size: '8GB' };

/**
 * `npm run verify -- migrations --rows 1000000`: runs migrations of every kind on a large table under load. No request may fail. A
 * backfill changes all rows, or the newest ones with `--backfill 500000`.
 */
async function main(): Promise<void> {
  const { options } = readArguments({ command: 'npm run verify -- migrations', options: { rows: 'N', backfill: 'N' } });
  const rows = Number(options.rows ?? DEFAULT_ROWS);
  const backfilled = Number(options.backfill ?? rows);
  const { running, close } = await startThrowawayStack({
    env: { gateway: NO_RATE_LIMITS, billing: WITHOUT_CHECKS, generation: WITHOUT_CHECKS },
    postgresSettings: POSTGRES,
  });
  try {
    await seed(running, rows);
    const failed = await rehearse(running.stack, rehearsedMigrations(newestRequests(backfilled)));
    if (failed > 0) throw new Error(`${failed} requests failed`);
  } finally {
    await close(true);
  }
}

/** The services are stopped meanwhile, because their queries would read the whole table while it has no indexes. */
async function seed(running: RunningStack, rows: number): Promise<void> {
  const seeded = performance.now();
  const { postgres } = running.stack;
  const services = Object.entries(running.stack.processes).flatMap(([name, { metrics }]) => (metrics ? [name] : []));
  await Promise.all(services.map((name) => running.stopProcess(name)));
  await withoutIndexes(postgres, ['generation.requests', 'generation.provider_tasks'], () =>
    seedRequests(postgres, rows),
  );
  await Promise.all(services.map((name) => running.startProcess(name)));
  console.log(`${rows} requests inserted in ${((performance.now() - seeded) / 1_000).toFixed(0)} s`);
}

/** Returns the number of failed requests. */
async function rehearse(stack: Stack, migrations: RehearsedMigration[]): Promise<number> {
  const { load, ended } = await Load.start(stack);
  let failures = 0;
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const { phase, seconds } = await load.during(work);
    failures += phase.failed.length;
    console.log(
      `| ${name} | ${seconds.toFixed(1)} s | ${phase.requests} | ${phase.failed.length} | ${Math.round(phase.slowestMs)} ms |`,
    );
    for (const line of new Set(phase.failed)) console.log(`  ${line}`);
  };
  console.log('\n| step | took | requests | failed | slowest |\n|---|---|---|---|---|');
  await step('none', () => pause(BEFORE_MS));
  for (const { step: name, migration } of migrations) await step(name, () => run(stack, migration));
  await step(`column, while a transaction holds the table for ${HELD_MS / 1_000} s`, () => runBlocked(stack));
  await step('jobs in flight', async () => {
    load.stop();
    await ended;
    await untilEnded(stack, load.accepted);
  });
  console.log(`${load.accepted.length} jobs accepted, all ended`);
  return failures;
}

function run(stack: Stack, migration: new () => SchemaMigration): Promise<string[]> {
  return migrate({ service: 'generation', migrations: [migration] }, stack.postgres, {
    log: (line) => console.log(`  ${line}`),
  });
}

/** A report or a backup reads the table in a long transaction, which conflicts with every change of its columns. */
async function runBlocked(stack: Stack): Promise<void> {
  const reader = new Client({ connectionString: stack.postgres, application_name: 'report' });
  await reader.connect();
  try {
    await reader.query('BEGIN; SELECT FROM generation.requests LIMIT 1');
    const done = run(stack, BLOCKED);
    await Promise.race([done, pause(HELD_MS)]);
    await reader.query('COMMIT');
    await done;
  } finally {
    await reader.end();
  }
}

async function untilEnded(stack: Stack, ids: string[]): Promise<void> {
  const client = new Client({ connectionString: stack.postgres });
  await client.connect();
  try {
    await until(
      'all accepted jobs to end',
      async () => {
        const { rowCount } = await client.query(
          'SELECT FROM generation.requests WHERE id = ANY ($1) AND completed_at IS NULL LIMIT 1',
          [ids],
        );
        return rowCount === 0 || undefined;
      },
      ENDS_WITHIN_MS,
    );
  } finally {
    await client.end();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
