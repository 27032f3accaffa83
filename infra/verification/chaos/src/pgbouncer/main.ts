import { readArguments } from '@luit/local/command-arguments';
import { freePort } from '@luit/local/port-leases';
import { findPgbouncer } from '@luit/local/pgbouncer-process';
import { UserError } from '@luit/local/user-error';
import { runSmokeTest } from '@luit/smoke/smoke-test';
import { setTimeout as pause } from 'node:timers/promises';
import { atConstantRate, plainRequest } from '../constant-rate';
import { createRunReport } from '../runs/run-report';
import { createUsers } from '../runs/virtual-user';
import { TestCluster } from '../test-cluster';
import { PooledConnections } from './pooled-connections';

/** Fewer connections than the pool of one service. */
const POOL_SIZE = 4;
const USERS = 4;
const REQUEST_INTERVAL_MS = 200;
const LOAD_MS = 20_000;
const ROLES = ['luit_auth', 'luit_billing', 'luit_generation'];

/**
 * `npm run verify -- pgbouncer`: runs a complete stack with PgBouncer in transaction mode and few connections between the services
 * and Postgres. The smoke test passes, a load with a restart of PgBouncer in the middle loses nothing, and no service ever
 * connects to Postgres itself.
 */
async function main(): Promise<void> {
  readArguments({ command: 'npm run verify -- pgbouncer' });
  const pooler = { program: findPgbouncer(console.log), port: await freePort(), poolSize: POOL_SIZE };
  const intervals = { CHECK_INTERVAL_MS: '2000' };
  const cluster = await TestCluster.open(2, [], { billing: intervals, generation: intervals }, pooler);
  const connections = new PooledConnections(cluster, pooler);
  try {
    await runSmokeTest(cluster.stack, (step) => console.log(`  ✓ ${step}`));
    const problems = await runLoad(cluster);
    await connections.stop();
    problems.push(...(await connectionProblems(connections)));
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length > 0) throw new Error(`The test found ${problems.length} problems`);
  } finally {
    await connections.stop();
    await cluster.close(true);
  }
}

/** Requests videos at a constant rate and restarts PgBouncer in the middle. Returns the problems. */
async function runLoad(cluster: TestCluster): Promise<string[]> {
  const users = await createUsers(cluster, USERS);
  let isOver = false;
  const load = atConstantRate(
    REQUEST_INTERVAL_MS,
    () => isOver,
    (turn) => users[turn % USERS]?.perform(plainRequest('')) ?? Promise.resolve(),
  );
  await pause(LOAD_MS / 2);
  cluster.running.kill('pgbouncer');
  await pause(LOAD_MS / 2);
  isOver = true;
  await load;
  const { outcomes, medianMs, problems } = await createRunReport(cluster, users);
  for (const user of users) user.leave();
  const retried = users.flatMap(({ transientErrors }) => Object.entries(transientErrors));
  console.log(
    `Jobs: ${JSON.stringify(outcomes)}, median ${medianMs} ms; retried while PgBouncer restarted: ` +
      (retried.map(([name, count]) => `${count} × ${name}`).join(', ') || 'none'),
  );
  return problems;
}

/** Prints the pools. Returns a problem for each role without a pool in transaction mode and each session around PgBouncer. */
async function connectionProblems(connections: PooledConnections): Promise<string[]> {
  console.log(
    `${connections.samples} samples; PgBouncer forwarded ${await connections.statements()} statements since its restart`,
  );
  console.log('\n| role | clients | waiting | connections to Postgres |\n|---|---|---|---|');
  for (const [role, { mostClients, mostWaiting, mostConnections }] of connections.pools)
    console.log(`| ${role} | ${mostClients} | ${mostWaiting} | ${mostConnections} |`);
  return [
    ...ROLES.filter((role) => connections.pools.get(role)?.mode !== 'transaction').map(
      (role) => `${role} has no pool in transaction mode`,
    ),
    ...[...connections.pools]
      .filter(([, { mostConnections }]) => mostConnections > POOL_SIZE)
      .map(([role, { mostConnections }]) => `${role} had ${mostConnections} connections to Postgres`),
    ...[...connections.direct].map((name) => `${name} connected to Postgres without PgBouncer`),
  ];
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof UserError ? error.message : error);
    process.exit(1);
  },
);
