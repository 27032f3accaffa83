import { randomUUID } from 'node:crypto';
import { Random } from './random';

export interface RunOptions {
  seed: number;
  jobs: number;
  /** How long jobs are asked for and things are broken, milliseconds. */
  lastsMs: number;
}

export type PlannedRequest = {
  /** Since the beginning, milliseconds. */
  atMs: number;
  /** Who asks. */
  person: number;
  kind: 'video' | 'image_video' | 'restore';
  /** Words that steer the sandbox. */
  words: string;
  /** Canceled so long after it was accepted, milliseconds. */
  cancelAfterMs: number | null;
  /** Asked for again where it fails. */
  isRetried: boolean;
  key: string;
};

export const PEOPLE = 8;
const WORKERS = ['worker-1', 'worker-2', 'worker-3'] as const;
const SERVICES = ['generation', 'billing', 'gateway', 'auth'] as const;
/** Processes whose line to Redis runs through a link that can be cut. */
export const PROXIED = ['worker-1', 'generation', 'billing', 'gateway'] as const;
const VENDORS = ['replicate', 'replicate', 'fal', 'ark'] as const;
const FAULTS = ['down', 'slow:2500', 'lost_answer', 'error:500', 'error:503', 'rate_limit:2', 'garbage'] as const;

const KINDS = ['video', 'video', 'video', 'image_video', 'restore'] as const;
const WORDS = [
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

/** Something that is broken at a moment, for a while. */
export type Fault = { atMs: number } & (
  | { what: 'kill'; target: string }
  | { what: 'freeze' | 'restart'; target: string; forMs: number }
  | { what: 'cut off from Redis'; target: string; forMs: number }
  | { what: 'flush Redis' | 'drop all connections of Redis' | 'drop all connections of Postgres' }
  | { what: 'provider'; target: string; fault: string; forMs: number; share: number }
);

type Kind = (random: Random, atMs: number) => Fault;

/** Each is dealt before any comes again. */
const DECK: Kind[] = [
  ...WORKERS.map((target): Kind => (_, atMs) => ({ atMs, what: 'kill', target })),
  ...SERVICES.map((target): Kind => (_, atMs) => ({ atMs, what: 'kill', target })),
  (random, atMs) => ({ atMs, what: 'kill', target: random.pick(WORKERS) }),
  (random, atMs) => ({ atMs, what: 'freeze', target: random.pick(WORKERS), forMs: random.between(5_000, 15_000) }),
  (random, atMs) => ({ atMs, what: 'freeze', target: random.pick(WORKERS), forMs: random.between(2_000, 8_000) }),
  (random, atMs) => ({ atMs, what: 'freeze', target: random.pick(SERVICES), forMs: random.between(2_000, 10_000) }),
  (random, atMs) => ({ atMs, what: 'freeze', target: 'redis', forMs: random.between(1_000, 4_000) }),
  (random, atMs) => ({ atMs, what: 'restart', target: 'postgres', forMs: random.between(0, 3_000) }),
  (random, atMs) => ({ atMs, what: 'restart', target: 'redis', forMs: random.between(0, 3_000) }),
  (_, atMs) => ({ atMs, what: 'kill', target: 'redis' }),
  (_, atMs) => ({ atMs, what: 'kill', target: 'postgres' }),
  (_, atMs) => ({ atMs, what: 'flush Redis' }),
  (_, atMs) => ({ atMs, what: 'drop all connections of Redis' }),
  (_, atMs) => ({ atMs, what: 'drop all connections of Postgres' }),
  (random, atMs) => ({
    atMs,
    what: 'cut off from Redis',
    target: random.pick(PROXIED),
    forMs: random.between(2_000, 12_000),
  }),
  ...FAULTS.map((fault): Kind => (random, atMs) => ({
    atMs,
    what: 'provider',
    target: random.pick(VENDORS),
    fault,
    forMs: random.between(3_000, 10_000),
    share: random.pick([0.3, 0.7, 1]),
  })),
];

/** Two faults begin so far apart on the average, milliseconds. */
const BETWEEN_FAULTS_MS = 3_000;
const CANCELED = 0.12;
const RETRIED = 0.5;
/** The first jobs are under way when the first fault falls, milliseconds. */
const CALM_MS = 2_000;

/** What is broken when. The same seed, the same faults. */
export function planFaults({ seed, lastsMs }: RunOptions): Fault[] {
  const random = new Random(seed);
  const count = Math.max(1, Math.round(lastsMs / BETWEEN_FAULTS_MS));
  const kinds: Kind[] = [];
  while (kinds.length < count) kinds.push(...random.shuffled(DECK));
  const moments = kinds.slice(0, count).map(() => random.between(CALM_MS, Math.max(CALM_MS, lastsMs)));
  moments.sort((a, b) => a - b);
  return moments.flatMap((atMs, index) => kinds[index]?.(random, atMs) ?? []);
}

/** What is asked for when, and by whom. */
export function planRequests({ seed, jobs, lastsMs }: RunOptions): PlannedRequest[] {
  const random = new Random(seed + 1);
  const requests = Array.from({ length: jobs }, (_, index): PlannedRequest => {
    const kind = random.pick(KINDS);
    return {
      atMs: random.between(0, lastsMs),
      person: index % PEOPLE,
      kind,
      words: kind === 'restore' ? '' : random.pick(WORDS),
      cancelAfterMs: random.isBelow(CANCELED) ? random.between(0, 4_000) : null,
      isRetried: random.isBelow(RETRIED),
      key: randomUUID(),
    };
  });
  return requests.sort((a, b) => a.atMs - b.atMs);
}

export function describe(fault: Fault): string {
  switch (fault.what) {
    case 'kill':
      return `kill -9 of ${fault.target}`;
    case 'freeze':
      return `${fault.target} frozen for ${seconds(fault.forMs)}`;
    case 'restart':
      return `${fault.target} stopped for ${seconds(fault.forMs)} and started`;
    case 'cut off from Redis':
      return `${fault.target} cut off from Redis for ${seconds(fault.forMs)}`;
    case 'provider':
      return `${fault.target} ${fault.fault} for ${seconds(fault.forMs)}, ${fault.share * 100} % of calls`;
    default:
      return fault.what;
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
