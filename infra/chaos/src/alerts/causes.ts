import { until } from '@luit/smoke/until';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { TestCluster } from '../test-cluster';
import { RazorpayDashboard } from './razorpay-dashboard';
import type { Traffic } from './traffic';

/** A failure, and the alerts of rules.yml that it must fire. */
export interface Cause {
  description: string;
  alerts: string[];
  /** Causes the failure. The returned function ends it. */
  inject(): Promise<() => Promise<unknown>>;
}

/** The advisory lock of `InvariantMonitor`. */
const MONITOR_LOCK = 7_105_203;
/** Shorter than a call's deadline, so that calls are slow but do not fail. */
const STALL_MS = 2_500;
const BETWEEN_STALLS_MS = 300;
/** Longer than a call's deadline, yet so short that the range of a rule contains samples from between two freezes. */
const FROZEN_MS = 8_000;
const BETWEEN_FREEZES_MS = 2_000;
const BLOCKED_MS = 450;
const BETWEEN_BLOCKS_MS = 300;
const BETWEEN_WEBHOOKS_MS = 200;

/** Waves of causes. Those of one wave run at the same time and do not affect each other. */
export function createWaves(cluster: TestCluster, traffic: Traffic): Cause[][] {
  const { running } = cluster;
  return [
    [
      {
        description: 'a balance is changed manually',
        alerts: ['LuitInvariantViolated'],
        inject: async () => {
          const change = (credits: number) =>
            cluster.sql('UPDATE billing.accounts SET available = available + $1 WHERE user_id = $2', [
              credits,
              traffic.userId,
            ]);
          await change(1);
          return () => change(-1);
        },
      },
      {
        description: 'a job never finishes; its hold is backdated by 31 minutes',
        alerts: ['LuitHoldsStale'],
        inject: async () => {
          const id = await traffic.generate('zeroscope', '[slow:600]');
          await cluster.inState(id, 'running');
          await cluster.sql(`UPDATE billing.holds SET created_at = now() - interval '31 minutes' WHERE id = $1`, [id]);
          return () => traffic.cancel(id);
        },
      },
      {
        description: 'responses of a provider without a lookup API are lost until its webhooks arrive',
        alerts: ['LuitSubmissionsUnknown'],
        inject: async () => {
          await cluster.injectFault('fal', 'lost_answer', 600);
          const id = await traffic.generate('seedance', '[slow:70]');
          await cluster.inState(id, 'unknown');
          return () => cluster.injectFault('fal', 'lost_answer', 0);
        },
      },
      {
        description: 'unsigned webhooks keep arriving',
        alerts: ['LuitSecurityEventSpike'],
        inject: async () => unsignedWebhooks(cluster),
      },
      {
        description: 'the last link of the audit log is deleted',
        alerts: ['LuitAuditLogBroken'],
        inject: async () => deleteLastAuditLink(cluster),
      },
      {
        description: 'a provider responds to every submission with 500',
        alerts: ['LuitProviderCircuitOpen'],
        inject: async () => {
          await cluster.injectFault('replicate', 'error:500', 600);
          return () => cluster.injectFault('replicate', 'error:500', 0);
        },
      },
    ],
    [
      {
        description: 'the worker is stopped while a job waits',
        alerts: ['LuitProcessDown', 'LuitJobWaitHigh'],
        inject: async () => {
          await running.stopProcess('worker-1');
          // Before the next cause stalls billing, without which no job is accepted.
          await traffic.generate('zeroscope', '');
          return () => running.startProcess('worker-1');
        },
      },
      {
        description: 'billing loses its Redis connections while it grants a payment',
        alerts: ['LuitOutboxLagHigh', 'LuitHttpErrorRateHigh'],
        inject: async () => {
          const order_id = await traffic.order();
          cluster.proxies.billing?.stall();
          await new RazorpayDashboard(cluster).pay({ order_id });
          return async () => cluster.proxies.billing?.resume();
        },
      },
    ],
    [
      {
        description: `the gateway’s Redis connections stall repeatedly for ${STALL_MS / 1_000} s`,
        alerts: ['LuitHttpLatencyHigh', 'LuitPushLatencyHigh'],
        inject: async () =>
          alternately(
            () => cluster.proxies.gateway?.stall(),
            () => cluster.proxies.gateway?.resume(),
            STALL_MS,
            BETWEEN_STALLS_MS,
          ),
      },
    ],
    [
      {
        description: `generation is frozen repeatedly for ${FROZEN_MS / 1_000} s`,
        alerts: ['LuitCallsDropped'],
        inject: async () => freezeRepeatedly(cluster, 'generation', FROZEN_MS, BETWEEN_FREEZES_MS),
      },
      {
        description: `the event loop of auth is blocked repeatedly for ${BLOCKED_MS} ms`,
        alerts: ['LuitEventLoopBlocked'],
        inject: async () => freezeRepeatedly(cluster, 'auth', BLOCKED_MS, BETWEEN_BLOCKS_MS),
      },
    ],
  ];
}

/** Runs during all waves, because its alert takes the longest to fire. */
export function lastingCause(cluster: TestCluster): Cause {
  return {
    description: 'an invariant check of generation hangs and keeps its lock',
    alerts: ['LuitInvariantCheckStale'],
    inject: async () => {
      const client = new Client({ connectionString: cluster.stack.postgres });
      await client.connect();
      await until('the lock of the invariant monitor', async () => {
        const { rows } = await client.query<{ isLocked: boolean }>(
          `SELECT pg_try_advisory_lock($1, hashtext('generation')) AS "isLocked"`,
          [MONITOR_LOCK],
        );
        return rows[0]?.isLocked || undefined;
      });
      return () => client.end();
    },
  };
}

function unsignedWebhooks(cluster: TestCluster): () => Promise<void> {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const url = `${cluster.stack.api}/api/webhooks/razorpay`;
      await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
      await pause(BETWEEN_WEBHOOKS_MS);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
  };
}

/** Deletes the last link as a superuser could. The chain's head still names it; the returned function restores it. */
async function deleteLastAuditLink(cluster: TestCluster): Promise<() => Promise<unknown>> {
  await cluster.sql(`INSERT INTO audit.entries (admin_email, action) VALUES ('operator@example.com', 'signed_in')`);
  await cluster.sql(`ALTER TABLE audit.chain DISABLE TRIGGER chain_only_grows`);
  const [link] = await cluster.sql(
    `DELETE FROM audit.chain WHERE sequence = (SELECT sequence FROM audit.head) RETURNING row_to_json(chain) AS json`,
  );
  await cluster.sql(`ALTER TABLE audit.chain ENABLE ALWAYS TRIGGER chain_only_grows`);
  return () =>
    cluster.sql(`INSERT INTO audit.chain SELECT * FROM json_populate_record(NULL::audit.chain, $1)`, [link?.json]);
}

function freezeRepeatedly(cluster: TestCluster, name: string, forMs: number, betweenMs: number): () => Promise<void> {
  const { running } = cluster;
  return alternately(
    () => running.kill(name, 'SIGSTOP'),
    () => running.kill(name, 'SIGCONT'),
    forMs,
    betweenMs,
  );
}

/** Calls `start` and `stop` in turn until the returned function is called; `stop` is always the last call. */
function alternately(start: () => void, stop: () => void, forMs: number, betweenMs: number): () => Promise<void> {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      start();
      await pause(forMs);
      stop();
      await pause(betweenMs);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
  };
}
