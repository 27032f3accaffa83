import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus registry of this process. */
export const metrics = new Registry();

/**
 * Milliseconds between two samples of the event loop's lag, which each value includes; alerts and dashboards subtract it. Each
 * sample wakes the process.
 */
const LAG_SAMPLING_MS = 500;

collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: LAG_SAMPLING_MS });

export const failedChecks = new Gauge({
  name: 'luit_health_check_failed',
  help: '1 if this check fails, which makes the process not ready; otherwise 0',
  labelNames: ['check'],
  registers: [metrics],
});

export const callDuration = new Histogram({
  name: 'luit_call_duration_seconds',
  help: 'Duration of a call in the service that handles it, by name and outcome',
  labelNames: ['call', 'outcome'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metrics],
});

export const callsDropped = new Counter({
  name: 'luit_calls_dropped_total',
  help: 'Calls dropped because their deadline had passed',
  labelNames: ['call'],
  registers: [metrics],
});

export const outboxRelayed = new Counter({
  name: 'luit_outbox_relayed_total',
  help: 'Outbox rows published to queues and gateways',
  labelNames: ['kind', 'name'],
  registers: [metrics],
});

export const eventsRedelivered = new Counter({
  name: 'luit_events_redelivered_total',
  help: 'Events that Redis lost before their subscriber handled them, and that were delivered again',
  labelNames: ['name', 'subscriber'],
  registers: [metrics],
});

export const oldestUnacknowledged = new Gauge({
  name: 'luit_oldest_unacknowledged_seconds',
  help: 'Age of the oldest event or job that has not been acknowledged, by the service that published it',
  labelNames: ['service', 'name'],
  registers: [metrics],
});

export const deadLettersAdded = new Counter({
  name: 'luit_dead_letters_total',
  help: 'Messages set aside because they could not be published or handled',
  labelNames: ['source', 'reason'],
  registers: [metrics],
});

/** Each counts the dead letters of a service of this process. */
export const deadLetterSources = new Map<string, () => Promise<number>>();

const deadLetters = new Gauge({
  name: 'luit_dead_letters',
  help: 'Messages waiting for an operator to replay or discard them; excludes, for two minutes, messages that a newer release may declare',
  labelNames: ['service'],
  registers: [metrics],
  collect: async () => {
    for (const [service, count] of deadLetterSources) deadLetters.set({ service }, await count());
  },
});

/** Each measures one outbox of this process, in seconds. */
export const outboxLagSources = new Set<() => Promise<number>>();

const outboxLag = new Gauge({
  name: 'luit_outbox_lag_seconds',
  help: 'Age of the oldest outbox row that is not relayed',
  registers: [metrics],
  collect: async () => {
    const ages = await Promise.all([...outboxLagSources].map((source) => source()));
    outboxLag.set(Math.max(0, ...ages));
  },
});

export const postgresRoundTrips = new Counter({
  name: 'luit_postgres_round_trips_total',
  help: 'Queries sent to Postgres, each of which waits for one response, by what caused them: a schedule, a scrape or messages',
  labelNames: ['origin'],
  registers: [metrics],
});

export const postgresCommits = new Counter({
  name: 'luit_postgres_commits_total',
  help: 'Transactions, including single statements, by what caused them: a schedule, a scrape or messages',
  labelNames: ['origin'],
  registers: [metrics],
});

export const messageDuration = new Histogram({
  name: 'luit_message_duration_seconds',
  help: 'Duration of an event or job handler, by name and outcome',
  labelNames: ['kind', 'name', 'outcome'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
  registers: [metrics],
});

export const repeatedFailures = new Counter({
  name: 'luit_message_repeated_failures_total',
  help: 'Failures of queue entries that had failed five times before',
  labelNames: ['queue'],
  registers: [metrics],
});

export const scheduledRounds = new Counter({
  name: 'luit_scheduled_rounds_total',
  help: 'Rounds of scheduled work, by schedule and outcome',
  labelNames: ['name', 'outcome'],
  registers: [metrics],
});
