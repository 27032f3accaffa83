import { until } from '@luit/smoke/until';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { TestCluster } from '../test-cluster';
import { RazorpayDashboard } from './razorpay-dashboard';
import type { Traffic } from './traffic';

/** Something that goes wrong, and the alerts of rules.yml that it has to raise. */
export interface Cause {
  what: string;
  alerts: string[];
  /** Lets it go wrong; answers how it is put right. */
  make(): Promise<() => Promise<unknown>>;
}

/** Of `InvariantMonitor`. */
const ROUND_LOCK = 7_105_203;
/** Within a call's deadline, so that it is late and does not fail, milliseconds. */
const STALL_MS = 2_500;
const BETWEEN_STALLS_MS = 300;
/** Past a call's deadline, yet so short that a range of the rules holds figures of two times between, milliseconds. */
const FROZEN_MS = 8_000;
const BETWEEN_FREEZES_MS = 2_000;
const HANGS_MS = 450;
const BETWEEN_HANGS_MS = 300;
const BETWEEN_WEBHOOKS_MS = 200;

/** Waves of causes that do not get into each other's way. The first lasts until the end, for nobody waits for it. */
export function createWaves(cluster: TestCluster, traffic: Traffic): Cause[][] {
  const { running } = cluster;
  return [
    [
      {
        what: 'a balance is changed by hand',
        alerts: ['LuitInvariantViolated'],
        make: async () => {
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
        what: 'a job runs on and on; the clock of its hold is put forward by 31 minutes',
        alerts: ['LuitHoldsStale'],
        make: async () => {
          const id = await traffic.ask('zeroscope', '[slow:600]');
          await cluster.inState(id, 'running');
          await cluster.sql(`UPDATE billing.holds SET created_at = now() - interval '31 minutes' WHERE id = $1`, [id]);
          return () => traffic.cancel(id);
        },
      },
      {
        what: 'answers of a provider that cannot be asked are lost; its webhooks tell at last',
        alerts: ['LuitSubmissionsUnknown'],
        make: async () => {
          await cluster.fault('fal', 'lost_answer', 600);
          const id = await traffic.ask('seedance', '[slow:70]');
          await cluster.inState(id, 'unknown');
          return () => cluster.fault('fal', 'lost_answer', 0);
        },
      },
      {
        what: 'unsigned webhooks keep coming',
        alerts: ['LuitSecurityEventSpike'],
        make: async () => unsignedWebhooks(cluster),
      },
      {
        what: 'the last link of the audit log is cut off',
        alerts: ['LuitAuditLogBroken'],
        make: async () => cutAuditLog(cluster),
      },
      {
        what: 'a provider answers every submission with 500',
        alerts: ['LuitProviderCircuitOpen'],
        make: async () => {
          await cluster.fault('replicate', 'error:500', 600);
          return () => cluster.fault('replicate', 'error:500', 0);
        },
      },
    ],
    [
      {
        what: 'the worker is stopped, and a job asked for',
        alerts: ['LuitProcessDown', 'LuitJobWaitHigh'],
        make: async () => {
          await running.stopProcess('worker-1');
          // Before billing is cut off, without which nothing is accepted.
          await traffic.ask('zeroscope', '');
          return () => running.startProcess('worker-1');
        },
      },
      {
        what: 'billing is cut off from Redis while a payment is granted',
        alerts: ['LuitOutboxLagHigh', 'LuitHttpErrorRateHigh'],
        make: async () => {
          const order_id = await traffic.order();
          cluster.proxies.billing?.cut();
          await new RazorpayDashboard(cluster).pay({ order_id });
          return async () => cluster.proxies.billing?.mend();
        },
      },
    ],
    [
      {
        what: `the gateway’s line to Redis stalls for ${STALL_MS / 1_000} s, again and again`,
        alerts: ['LuitHttpLatencyHigh', 'LuitPushLatencyHigh'],
        make: async () =>
          again(
            () => cluster.proxies.gateway?.cut(),
            () => cluster.proxies.gateway?.mend(),
            STALL_MS,
            BETWEEN_STALLS_MS,
          ),
      },
    ],
    [
      {
        what: `generation is frozen for ${FROZEN_MS / 1_000} s, again and again`,
        alerts: ['LuitCallsDropped'],
        make: async () => frozen(cluster, 'generation', FROZEN_MS, BETWEEN_FREEZES_MS),
      },
      {
        what: `auth hangs for ${HANGS_MS} ms, again and again`,
        alerts: ['LuitEventLoopBlocked'],
        make: async () => frozen(cluster, 'auth', HANGS_MS, BETWEEN_HANGS_MS),
      },
    ],
  ];
}

/** Lasts from the beginning, for its alert takes the longest. */
export function lastingCause(cluster: TestCluster): Cause {
  return {
    what: 'a round of generation’s invariants hangs and keeps its lock',
    alerts: ['LuitInvariantCheckStale'],
    make: async () => {
      const client = new Client({ connectionString: cluster.stack.postgres });
      await client.connect();
      await until('the lock of a round', async () => {
        const { rows } = await client.query<{ mine: boolean }>(
          `SELECT pg_try_advisory_lock($1, hashtext('generation')) AS mine`,
          [ROUND_LOCK],
        );
        return rows[0]?.mine || undefined;
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

/** As a superuser could. The head still names the link, which comes back at the end. */
async function cutAuditLog(cluster: TestCluster): Promise<() => Promise<unknown>> {
  await cluster.sql(`INSERT INTO audit.entries (admin_email, action) VALUES ('operator@example.com', 'signed_in')`);
  await cluster.sql(`ALTER TABLE audit.chain DISABLE TRIGGER chain_only_grows`);
  const [link] = await cluster.sql(
    `DELETE FROM audit.chain WHERE sequence = (SELECT sequence FROM audit.head) RETURNING row_to_json(chain) AS json`,
  );
  await cluster.sql(`ALTER TABLE audit.chain ENABLE ALWAYS TRIGGER chain_only_grows`);
  return () =>
    cluster.sql(`INSERT INTO audit.chain SELECT * FROM json_populate_record(NULL::audit.chain, $1)`, [link?.json]);
}

function frozen(cluster: TestCluster, name: string, forMs: number, betweenMs: number): () => Promise<void> {
  const { running } = cluster;
  return again(
    () => running.kill(name, 'SIGSTOP'),
    () => running.kill(name, 'SIGCONT'),
    forMs,
    betweenMs,
  );
}

/** Breaks and mends in turn until it is told to end; it ends mended. */
function again(broken: () => void, mended: () => void, forMs: number, betweenMs: number): () => Promise<void> {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      broken();
      await pause(forMs);
      mended();
      await pause(betweenMs);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
  };
}
