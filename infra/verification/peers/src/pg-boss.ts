import { PgBoss } from 'pg-boss';
import {
  accept,
  CONCURRENCY,
  databaseUrl,
  logError,
  newPool,
  purchase,
  role,
  serve,
  serveHealth,
  settle,
} from './shop';

/** pg-boss: `send` in the transaction that accepts the job, NOTIFY instead of a poll every two seconds, and a heartbeat that detects killed workers. */
const QUEUE = 'make-video';
const pool = newPool();

async function start(options: { supervise: boolean }): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: databaseUrl, useListenNotify: true, schedule: false, ...options });
  boss.on('error', logError);
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true, retryLimit: 5, retryBackoff: true, heartbeatSeconds: 10 });
  return boss;
}

async function api(): Promise<void> {
  const boss = await start({ supervise: false });
  await serve((order) =>
    accept(pool, order, (client, id) =>
      boss.send(QUEUE, { id }, { db: { executeSql: (text, values) => client.query(text, values) } }),
    ),
  );
}

async function worker(): Promise<void> {
  const boss = await start({ supervise: true });
  await boss.work<{ id: string }>(QUEUE, { localConcurrency: CONCURRENCY }, async ([job]) => {
    const { id } = job!.data;
    await settle(pool, id, await purchase(id));
  });
  serveHealth();
}

void (role === 'api' ? api() : worker());
