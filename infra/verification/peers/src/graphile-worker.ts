import { run } from 'graphile-worker';
import { accept, CONCURRENCY, newPool, purchase, role, serve, serveHealth, settle } from './shop';

/** Graphile Worker: `add_job` in the transaction that accepts the job; the runner calls the task, and again if it threw. */
const pool = newPool();

async function api(): Promise<void> {
  const text = `SELECT graphile_worker.add_job('make_video', json_build_object('id', $1::text))`;
  await serve((order) => accept(pool, order, (client, id) => client.query({ name: 'enqueue', text, values: [id] })));
}

async function worker(): Promise<void> {
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    taskList: {
      make_video: async (payload) => {
        const { id } = payload as { id: string };
        await settle(pool, id, await purchase(id));
      },
    },
  });
  serveHealth();
  await runner.promise;
}

void (role === 'api' ? api() : worker());
