import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { accept, CONCURRENCY, databaseUrl, newPool, purchase, role, serve, serveHealth, settle } from './shop';

/** DBOS Transact: the workflow is enqueued in the transaction that accepts the job, and each step is recorded when it has finished. */
const QUEUE = 'videos';
const pool = newPool();

async function makeVideo(id: string): Promise<void> {
  const retried = { retriesAllowed: true, maxAttempts: 5 };
  const outcome = await DBOS.runStep(() => purchase(id), { name: 'purchase', ...retried });
  await DBOS.runStep(() => settle(pool, id, outcome), { name: 'settle', ...retried });
}

async function api(): Promise<void> {
  const dbos = await DBOSClient.create({ systemDatabaseUrl: databaseUrl, applicationName: 'peer' });
  const options = { workflowName: 'makeVideo', queueName: QUEUE };
  await serve((order) =>
    accept(pool, order, (client, id) => dbos.enqueueInTransaction(client, { ...options, workflowID: id }, id)),
  );
}

async function worker(): Promise<void> {
  DBOS.setConfig({ name: 'peer', systemDatabaseUrl: databaseUrl, logLevel: 'warn' });
  DBOS.registerWorkflow(makeVideo, { name: 'makeVideo' });
  await DBOS.launch();
  await DBOS.registerQueue(QUEUE, { workerConcurrency: CONCURRENCY });
  serveHealth();
}

void (role === 'api' ? api() : worker());
