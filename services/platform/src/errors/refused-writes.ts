import { Counter } from 'prom-client';
import { metrics } from '../metrics/metrics';

export type Store = 'postgres' | 'redis' | 'files';
type Reason = 'full' | 'read_only';

interface RefusedWrite {
  store: Store;
  reason: Reason;
}

/** The fields that errors of pg, ioredis, Node's file system and the S3 client share. */
interface Failure {
  code?: string;
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

/** SQLSTATEs of Postgres: read_only_sql_transaction, disk_full. Errors of Node's file system. */
const BY_CODE: Record<string, RefusedWrite> = {
  '25006': { store: 'postgres', reason: 'read_only' },
  '53100': { store: 'postgres', reason: 'full' },
  ENOSPC: { store: 'files', reason: 'full' },
  EDQUOT: { store: 'files', reason: 'full' },
  EROFS: { store: 'files', reason: 'read_only' },
};
/** Status with which S3-compatible servers refuse an object because their disks are full. */
const BUCKET_FULL = 507;
/** How the errors of Redis begin: at `maxmemory`, on a replica, and if it cannot save its data. */
const BY_MESSAGE: [RegExp, Reason][] = [
  [/^OOM |: OOM |OOM command not allowed/, 'full'],
  [/^READONLY /, 'read_only'],
  [/^MISCONF /, 'full'],
];

/** A process is not ready for this long after a store refused a write. */
const NOT_READY_MS = 15_000;

const refused = new Counter({
  name: 'luit_writes_refused_total',
  help: 'Writes that a store refused because it is full or read-only',
  labelNames: ['store', 'reason'],
  registers: [metrics],
});

// Prometheus does not see the increase of a series that begins with its first error.
for (const store of ['postgres', 'redis', 'files'])
  for (const reason of ['full', 'read_only']) refused.inc({ store, reason }, 0);

const latest = new Map<Store, { reason: Reason; at: number }>();

/** The store that refused a write because it is full or read-only; undefined for any other error. */
export function refusedWrite(error: unknown): RefusedWrite | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code = '', name, message = '', $metadata } = error as Failure;
  if ($metadata?.httpStatusCode === BUCKET_FULL) return { store: 'files', reason: 'full' };
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known || name !== 'ReplyError') return known;
  const reason = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
  return reason && { store: 'redis', reason };
}

/**
 * Counts the error if a store refused a write with it. Call it where the error first appears. A Redis that has become a replica does
 * not make the process unready for longer: its connections move to the new primary, and the readiness check writes.
 */
export function countRefusedWrite(error: unknown): void {
  const write = refusedWrite(error);
  if (!write) return;
  refused.inc({ ...write });
  if (write.store === 'redis' && write.reason === 'read_only') return;
  latest.set(write.store, { reason: write.reason, at: performance.now() });
}

/** @throws Error if the store refused a write within the last seconds */
export function assertAcceptsWrites(store: Store): void {
  const found = latest.get(store);
  if (found && performance.now() - found.at < NOT_READY_MS) throw new Error(`Writes are refused: ${found.reason}`);
}
