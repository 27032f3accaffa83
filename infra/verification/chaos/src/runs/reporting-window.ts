import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../test-cluster';

const INTERVAL_MS = 5_000;
/** `UNCONFIRMED_LIMIT_MS`. */
const WINDOW = '2 minutes';
/** No fault delays a submission for longer. */
const LATEST_SUBMISSION = '30 seconds';

/**
 * fal cannot be searched, so Luit waits two minutes for a webhook before it returns the credits of an unconfirmed submission. Once
 * fal has nothing left to report, that wait is cut short by moving the time of the submission.
 *
 * @returns a function that ends it
 */
export function shortenReportingWindow(cluster: TestCluster): () => Promise<void> {
  const ending = new AbortController();
  const loop = (async () => {
    while (!ending.signal.aborted) {
      // Postgres or the sandbox may be down.
      await passWindow(cluster).catch(() => undefined);
      await pause(INTERVAL_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return () => {
    ending.abort();
    return loop;
  };
}

async function passWindow(cluster: TestCluster): Promise<void> {
  // Read first: later reports of fal belong to a later submission.
  const waiting = await cluster.sql<{ id: string; submit_before: string }>(
    `SELECT id, submit_before::text FROM generation.requests
      WHERE provider = 'fal' AND state IN ('submitting', 'unknown')
        AND submit_before BETWEEN now() - interval '${WINDOW}' AND now() - interval '${LATEST_SUBMISSION}'`,
  );
  if (waiting.length === 0 || (await mayReport(cluster))) return;
  await cluster.sql(
    `UPDATE generation.requests r SET submit_before = r.submit_before - interval '${WINDOW}'
       FROM unnest($1::uuid[], $2::timestamptz[]) AS waiting (id, submit_before)
      WHERE r.id = waiting.id AND r.submit_before = waiting.submit_before`,
    [waiting.map(({ id }) => id), waiting.map((row) => row.submit_before)],
  );
}

/** True if fal still runs a task, or a webhook is on its way. */
async function mayReport(cluster: TestCluster): Promise<boolean> {
  const response = await fetch(`${cluster.stack.sandbox}/control/state?target=fal`);
  const { requests, pendingWebhooks } = (await response.json()) as { requests: unknown[]; pendingWebhooks: number };
  return requests.length > 0 || pendingWebhooks > 0;
}
