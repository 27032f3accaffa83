import { until } from '@luit/smoke/until';
import { Redis } from 'ioredis';
import { postgresClient } from '../postgres-client';
import type { TestCluster } from '../test-cluster';
import type { ClassifierServer } from './classifier-server';
import { RazorpayDashboard } from './razorpay-dashboard';
import { laggingStandby } from './lagging-standby';
import { missingPartitions } from './missing-partitions';
import type { Prometheus } from './prometheus';
import { rejectedEvent } from './rejected-event';
import { freezeRepeatedly, postRepeatedly, stallRepeatedly } from './repeatedly';
import type { Traffic } from './traffic';
import type { WebServer } from './web-server';

/** A failure, and the alerts of rules.yml that it must fire. */
export interface Cause {
  description: string;
  alerts: string[];
  /** Causes the failure. The returned function ends it. */
  inject(): Promise<() => Promise<unknown>>;
}

/** Fires without a cause. */
export const ALWAYS_FIRING = 'LuitDeadMansSwitch';

/** The advisory lock of `InvariantMonitor`. */
const MONITOR_LOCK = 7_105_203;
/** Shorter than a call's deadline, so that calls are slow but do not fail. */
const STALL_MS = 2_500;
const BETWEEN_STALLS_MS = 300;
/** Longer than a call's deadline. */
const EXPIRED_MS = 8_000;
const BETWEEN_EXPIRIES_MS = 2_000;
const BLOCKED_MS = 450;
const BETWEEN_BLOCKS_MS = 300;
const BETWEEN_FAILING_JOBS_MS = 1_000;
const EXPIRES_IN_DAYS = 3;

/** Waves of causes. Causes in one wave run at the same time and do not affect each other. */
export function createWaves(
  cluster: TestCluster,
  traffic: Traffic,
  prometheus: Prometheus,
  webServer: WebServer,
  classifier: ClassifierServer,
): Cause[][] {
  const { running } = cluster;
  return [
    [
      {
        description: 'a balance is changed manually',
        alerts: ['LuitInvariantViolated'],
        inject: async () => {
          // A transaction meanwhile would contradict the next one for ever.
          const { session } = await cluster.creator('starter');
          const change = (credits: number) =>
            cluster.sql('UPDATE billing.accounts SET available = available + $1 WHERE user_id = $2', [
              credits,
              session?.user.id,
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
        description: 'Razorpay rejects a refund because the balance is low',
        alerts: ['LuitRefundsOverdue'],
        inject: async () => {
          await cluster.injectFault('razorpay', 'low_balance', 600);
          await traffic.refundPurchase();
          return () => cluster.injectFault('razorpay', 'low_balance', 0);
        },
      },
      {
        description: 'responses of a provider without a lookup API are lost until its webhooks arrive',
        alerts: ['LuitSubmissionsUnknown'],
        inject: async () => {
          await cluster.injectFault('fal', 'lost_answer', 600);
          const id = await traffic.generate('seedance', '[slow:100]');
          await cluster.inState(id, 'unknown');
          return () => cluster.injectFault('fal', 'lost_answer', 0);
        },
      },
      {
        description: 'an event that no release can handle is in the outbox, and an old one is never acknowledged',
        alerts: ['LuitDeadLetters', 'LuitUnacknowledgedOld'],
        inject: async () => {
          await cluster.sql(`INSERT INTO billing.outbox (kind, name, payload) VALUES ('job', 'mail', '[]')`);
          await cluster.sql(
            `INSERT INTO billing.outbox (kind, name, payload, created_at, relayed_at)
             VALUES ('event', 'billing.notYetInvented', '{}', now() - interval '1 hour', now())`,
          );
          return () =>
            cluster.sql(
              `TRUNCATE billing.dead_letters; DELETE FROM billing.outbox WHERE name = 'billing.notYetInvented'`,
            );
        },
      },
      {
        description: 'an event has a payload that its subscriber rejects',
        alerts: ['LuitMessageKeepsFailing'],
        inject: () => rejectedEvent(cluster),
      },
      {
        description: 'the certificate of the web server expires in three days',
        alerts: ['LuitCertificateExpires'],
        inject: () => Promise.resolve(webServer.presentExpiring(EXPIRES_IN_DAYS)),
      },
      {
        description: 'Redis loses an event before its subscriber handles it',
        alerts: ['LuitMessagesRedelivered'],
        inject: async () => {
          await cluster.sql(
            `INSERT INTO generation.outbox (kind, name, payload, relayed_at)
             SELECT 'event', 'generation.requestSettled', jsonb_build_object('requestId', id, 'userId', user_id, 'outcome', 'succeeded',
                    'credits', credits, 'reason', null), now() FROM generation.requests WHERE state = 'succeeded' LIMIT 1`,
          );
          return () => Promise.resolve();
        },
      },
      {
        description: 'unsigned webhooks keep arriving',
        alerts: ['LuitSecurityEventSpike'],
        inject: async () => postRepeatedly(cluster, '/api/webhooks/razorpay', {}),
      },
      {
        description: 'the last link of the audit log is deleted',
        alerts: ['LuitAuditLogBroken'],
        inject: async () => deleteLastAuditLink(cluster),
      },
      {
        description: 'the memory limit of Redis is what it uses now',
        alerts: ['LuitRedisMemoryHigh'],
        inject: async () => limitRedisMemory(cluster),
      },
      {
        description: 'clients that forget to disconnect take most connections to Postgres',
        alerts: ['LuitPostgresConnectionsHigh'],
        inject: async () => occupyConnections(cluster),
      },
      {
        description: 'nobody reports backups',
        alerts: ['LuitBackupOverdue', 'LuitArchiveBehind'],
        inject: () => prometheus.lose('backups'),
      },
      {
        description: 'a standby follows the primary and replays nothing',
        alerts: ['LuitReplicationLagHigh'],
        inject: () => laggingStandby(cluster),
      },
      {
        description: 'other tables have the names of the next months’ partitions',
        alerts: ['LuitPartitionMissing'],
        inject: () => missingPartitions(cluster),
      },
      {
        description: 'the classifier responds to every prompt with 500',
        alerts: ['LuitClassifierUnavailable'],
        inject: () => Promise.resolve(classifier.break()),
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
    // Runs alone: jobs that a provider refuses do not fail, and neither do jobs that wait for a worker.
    [
      {
        description: 'a provider accepts every job and fails it',
        alerts: ['LuitJobFailureRateHigh'],
        inject: () =>
          Promise.resolve(traffic.generateEvery(BETWEEN_FAILING_JOBS_MS, 'zeroscope', '[fail:technical][slow:0]')),
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
        description: 'the database of auth becomes read-only, and somebody signs in',
        alerts: ['LuitWritesRefused', 'LuitNotReady'],
        inject: async () => {
          const setReadOnly = async (value: 'on' | 'off') => {
            await cluster.sql(`ALTER ROLE luit_auth SET default_transaction_read_only = ${value}`, []);
            await cluster.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'luit_auth'`, []);
          };
          await setReadOnly('on');
          const endSignIns = postRepeatedly(cluster, '/api/auth/signin', { email: 'a@example.com', password: 'wrong' });
          return async () => {
            await endSignIns();
            await setReadOnly('off');
          };
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
        description: 'service discovery loses auth',
        alerts: ['LuitServiceMissing'],
        inject: () => prometheus.lose('auth'),
      },
      {
        description: `the gateway’s Redis connections stall repeatedly for ${STALL_MS / 1_000} s`,
        alerts: ['LuitHttpLatencyHigh', 'LuitPushLatencyHigh'],
        inject: async () => stallRepeatedly(cluster, 'gateway', STALL_MS, BETWEEN_STALLS_MS),
      },
    ],
    [
      {
        description: `billing’s Redis connections stall repeatedly for ${EXPIRED_MS / 1_000} s`,
        alerts: ['LuitCallsDropped'],
        inject: async () => stallRepeatedly(cluster, 'billing', EXPIRED_MS, BETWEEN_EXPIRIES_MS),
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
      const client = postgresClient(cluster.stack.postgres);
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

/** 5 % more than what Redis uses, so that it still accepts writes. */
async function limitRedisMemory(cluster: TestCluster): Promise<() => Promise<unknown>> {
  const redis = new Redis(cluster.stack.redis);
  const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  await redis.config('SET', 'maxmemory', Math.round(used * 1.05));
  return async () => {
    await redis.config('SET', 'maxmemory', 0);
    await redis.quit();
  };
}

/** Leaves a tenth of the connections to the services. */
async function occupyConnections(cluster: TestCluster): Promise<() => Promise<unknown>> {
  const [row] = await cluster.sql(
    `SELECT (current_setting('max_connections')::int * 0.9 - count(*))::int AS free FROM pg_stat_activity`,
  );
  const clients = Array.from({ length: Number(row?.free) }, () => postgresClient(cluster.stack.postgres));
  await Promise.all(clients.map((client) => client.connect()));
  return () => Promise.all(clients.map((client) => client.end()));
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
