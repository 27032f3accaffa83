import { randomUUID } from 'node:crypto';
import type { LockedService } from './postgres-faults';
import { Random } from '@luit/platform/testing/random';

export interface RunOptions {
  seed: number;
  jobs: number;
  /** How long requests are sent and faults are injected, milliseconds. */
  durationMs: number;
  /** PgBouncer is in front of Postgres, and is killed too. */
  isPooled: boolean;
}

export type PlannedRequest = {
  /** Milliseconds from the start of the run. */
  atMs: number;
  /** Index of the user who sends it. */
  user: number;
  kind: 'video' | 'image_video' | 'restore';
  /** Directives in the prompt that control the sandbox, such as `[slow:8]`. */
  directives: string;
  /** Canceled this long after acceptance, milliseconds. Null: not canceled. */
  cancelAfterMs: number | null;
  /** Retried if it fails. */
  isRetried: boolean;
  key: string;
};

export const USERS = 8;
const WORKERS = ['worker-1', 'worker-2', 'worker-3'] as const;
/** Each service runs twice. */
const SERVICES = ['generation', 'billing', 'gateway', 'auth'] as const;
const REPLICAS = SERVICES.flatMap((service) => [service, `${service}-2` as const]);
/** Processes with a clock that may be shifted. */
export const CLOCKS = ['worker-1', ...SERVICES.map((service) => `${service}-2` as const)] as const;
const HOUR_MS = 3_600_000;
/** Processes that connect to Redis through a proxy. */
export const PROXIED = ['worker-1', 'generation', 'billing', 'gateway', 'gateway-2'] as const;
const VENDORS = ['replicate', 'replicate', 'fal', 'ark'] as const;
const PROVIDER_ERRORS = [
  'down',
  'slow:2500',
  'lost_answer',
  'error:500',
  'error:503',
  'rate_limit:2',
  'garbage',
] as const;

const KINDS = ['video', 'video', 'video', 'image_video', 'restore'] as const;
const DIRECTIVES = [
  '',
  '',
  '',
  '[slow:8]',
  '[no-webhook]',
  '[duplicate-webhook]',
  '[fail:technical]',
  '[fail:moderation]',
  '[bad-output]',
  '[flapping]',
];

/** A fault and the time at which it is injected. */
export type Fault = { atMs: number } & (
  | { kind: 'kill'; target: string }
  | { kind: 'freeze' | 'restart'; target: string; forMs: number }
  | { kind: 'stall Redis connections'; target: string; forMs: number }
  | { kind: 'flush Redis' | 'close all Redis connections' | 'close all Postgres connections' }
  | { kind: 'provider error'; target: string; error: string; forMs: number; probability: number }
  | { kind: 'row lock'; service: LockedService; forMs: number }
  | { kind: 'read-only Postgres'; forMs: number }
  | { kind: 'shift clock'; target: string; offsetMs: number; forMs: number }
);

type FaultFactory = (random: Random, atMs: number) => Fault;

/** Each occurs once before any occurs again. */
const FAULTS: FaultFactory[] = [
  ...WORKERS.map((target): FaultFactory => (_, atMs) => ({ atMs, kind: 'kill', target })),
  ...SERVICES.map((service): FaultFactory => (random, atMs) => ({
    atMs,
    kind: 'kill',
    target: random.pick([service, `${service}-2`]),
  })),
  (random, atMs) => ({ atMs, kind: 'kill', target: random.pick(WORKERS) }),
  (random, atMs) => ({ atMs, kind: 'freeze', target: random.pick(WORKERS), forMs: random.int(5_000, 15_000) }),
  (random, atMs) => ({ atMs, kind: 'freeze', target: random.pick(WORKERS), forMs: random.int(2_000, 8_000) }),
  (random, atMs) => ({ atMs, kind: 'freeze', target: random.pick(REPLICAS), forMs: random.int(2_000, 10_000) }),
  (random, atMs) => ({ atMs, kind: 'freeze', target: 'redis', forMs: random.int(1_000, 4_000) }),
  (random, atMs) => ({ atMs, kind: 'restart', target: 'postgres', forMs: random.int(0, 3_000) }),
  (random, atMs) => ({ atMs, kind: 'restart', target: 'redis', forMs: random.int(0, 3_000) }),
  (_, atMs) => ({ atMs, kind: 'kill', target: 'redis' }),
  (_, atMs) => ({ atMs, kind: 'kill', target: 'postgres' }),
  (random, atMs) => ({ atMs, kind: 'row lock', service: 'billing', forMs: random.int(2_000, 10_000) }),
  (random, atMs) => ({ atMs, kind: 'row lock', service: 'generation', forMs: random.int(2_000, 10_000) }),
  (random, atMs) => ({ atMs, kind: 'read-only Postgres', forMs: random.int(1_000, 8_000) }),
  ...[-HOUR_MS, HOUR_MS].map((offsetMs): FaultFactory => (random, atMs) => ({
    atMs,
    kind: 'shift clock',
    target: random.pick(CLOCKS),
    offsetMs,
    forMs: random.int(5_000, 20_000),
  })),
  (_, atMs) => ({ atMs, kind: 'flush Redis' }),
  (_, atMs) => ({ atMs, kind: 'close all Redis connections' }),
  (_, atMs) => ({ atMs, kind: 'close all Postgres connections' }),
  (random, atMs) => ({
    atMs,
    kind: 'stall Redis connections',
    target: random.pick(PROXIED),
    forMs: random.int(2_000, 12_000),
  }),
  ...PROVIDER_ERRORS.map((error): FaultFactory => (random, atMs) => ({
    atMs,
    kind: 'provider error',
    target: random.pick(VENDORS),
    error,
    forMs: random.int(3_000, 10_000),
    probability: random.pick([0.3, 0.7, 1]),
  })),
];

const KILL_PGBOUNCER: FaultFactory = (_, atMs) => ({ atMs, kind: 'kill', target: 'pgbouncer' });

/** Average time between the starts of two faults. */
const BETWEEN_FAULTS_MS = 3_000;
const CANCELED_SHARE = 0.12;
const RETRIED_SHARE = 0.5;
/** Lets the first jobs start before the first fault. */
const WARM_UP_MS = 2_000;

/** Plans the faults of a run. The same seed gives the same faults. */
export function planFaults({ seed, durationMs, isPooled }: RunOptions): Fault[] {
  const random = new Random(seed);
  const count = Math.max(1, Math.round(durationMs / BETWEEN_FAULTS_MS));
  const factories: FaultFactory[] = [];
  const kinds = isPooled ? [...FAULTS, KILL_PGBOUNCER] : FAULTS;
  while (factories.length < count) factories.push(...random.shuffled(kinds));
  const times = factories
    .slice(0, count)
    .map(() => random.int(WARM_UP_MS, Math.max(WARM_UP_MS, durationMs)))
    .sort((a, b) => a - b);
  return times.flatMap((atMs, index) => factories[index]?.(random, atMs) ?? []);
}

/** Plans the requests of a run. */
export function planRequests({ seed, jobs, durationMs }: RunOptions): PlannedRequest[] {
  const random = new Random(seed + 1);
  const requests = Array.from({ length: jobs }, (_, index): PlannedRequest => {
    const kind = random.pick(KINDS);
    return {
      atMs: random.int(0, durationMs),
      user: index % USERS,
      kind,
      directives: kind === 'restore' ? '' : random.pick(DIRECTIVES),
      cancelAfterMs: random.chance(CANCELED_SHARE) ? random.int(0, 4_000) : null,
      isRetried: random.chance(RETRIED_SHARE),
      key: randomUUID(),
    };
  });
  return requests.sort((a, b) => a.atMs - b.atMs);
}

export function describe(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `${fault.target} killed with SIGKILL`;
    case 'freeze':
      return `${fault.target} frozen for ${seconds(fault.forMs)}`;
    case 'restart':
      return `${fault.target} stopped for ${seconds(fault.forMs)} and started`;
    case 'stall Redis connections':
      return `${fault.target} loses its Redis connections for ${seconds(fault.forMs)}`;
    case 'row lock':
      return `a row of ${fault.service} locked for ${seconds(fault.forMs)}`;
    case 'read-only Postgres':
      return `Postgres read-only for ${seconds(fault.forMs)}`;
    case 'shift clock':
      return `clock of ${fault.target} ${fault.offsetMs > 0 ? 'ahead' : 'behind'} by an hour for ${seconds(fault.forMs)}`;
    case 'provider error':
      return `${fault.target} ${fault.error} for ${seconds(fault.forMs)}, ${fault.probability * 100} % of calls`;
    default:
      return fault.kind;
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
