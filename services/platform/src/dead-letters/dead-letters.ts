import type { AlertCause } from '@luit/contracts/alerts/alerts';
import type { RequestOf, StoringService } from '@luit/contracts/messages/message';
import { type DeadLetter, deadLetterCalls, type DeadLetterReason } from '@luit/contracts/operations/dead-letters';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { OnCall } from '../calls/on-call';
import { withIsoTimes } from '../database/iso-times';
import { deadLettersAdded, deadLetterSources } from '../metrics/metrics';
import { within } from '../scheduling/within';
import { deadLetterAlert } from './dead-letter-alert';
import { DEAD_LETTER_COLUMNS, type DeadLetterRow } from './dead-letter-rows';

/** Bounds of a preview. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 20;
const MAX_LENGTH = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const SCRAPE_TIMEOUT_MS = 2_000;
const MAX_ERROR_LENGTH = 500;
/**
 * During a rolling deploy, the older release sets aside messages that only the newer one declares; the newer one replays them immediately.
 */
const ALERT_AFTER = '2 minutes';

/** An entry of a queue that its consumer could not handle. */
export interface DeadEntry {
  kind: DeadLetter['kind'];
  name: string;
  entryId: string;
  /** Undefined if it is not JSON. */
  payload: unknown;
  correlationId?: string;
  reason: DeadLetterReason;
  error: string;
  attempts: number;
  firstSeenAt: Date;
}

/** Stores entries that cannot be handled. */
export interface DeadLetterSink {
  record(entry: DeadEntry): Promise<void>;
}

/** SQL: false if `alertCauses` would find nothing. */
export const HAS_DEAD_LETTERS = `EXISTS (SELECT FROM dead_letters WHERE replayed_at IS NULL)`;

/** The messages of a service that could not be published or handled: stored with their reason until they are replayed or discarded. */
export class DeadLetters implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DeadLetters.name);
  private measured = 0;

  constructor(
    private readonly service: StoringService,
    private readonly database: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    deadLetterSources.set(this.service, () => this.measure());
  }

  beforeApplicationShutdown(): void {
    deadLetterSources.delete(this.service);
  }

  /** Stores a queue entry. Idempotent by entry: a replay that failed again counts its attempts. */
  async record({
    kind,
    name,
    entryId,
    payload,
    correlationId,
    reason,
    error,
    attempts,
    firstSeenAt,
  }: DeadEntry): Promise<void> {
    const json = payload === undefined ? null : JSON.stringify(payload);
    await this.database.query(
      `INSERT INTO dead_letters AS known
         (source, kind, name, entry_id, payload, correlation, reason, error, attempts, first_seen_at)
       VALUES ('queue', $1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (source, kind, name, entry_id) DO UPDATE SET reason = excluded.reason, error = excluded.error,
         attempts = known.attempts + excluded.attempts, set_aside_at = now(), replayed_at = NULL`,
      [
        ...[kind, name, entryId, json && withoutNul(json), correlationId ?? null, reason],
        ...[withoutNul(error).slice(0, MAX_ERROR_LENGTH), attempts, firstSeenAt],
      ],
    );
    deadLettersAdded.inc({ source: 'queue', reason });
    this.log.error({ msg: 'Set aside a queue entry', kind, name, id: entryId, reason, error });
  }

  /** For the worker, which has no database. */
  @OnCall(...Object.values(deadLetterCalls).map(({ record }) => record))
  recordUnreadable({ queue, entryId, error }: RequestOf<typeof deadLetterCalls.auth.record>): Promise<void> {
    const entry = { kind: 'job', name: queue, entryId, payload: undefined, reason: 'invalid', error } as const;
    return this.record({ ...entry, attempts: 1, firstSeenAt: new Date() });
  }

  @OnCall(...Object.values(deadLetterCalls).map(({ list }) => list))
  async list({ limit }: RequestOf<typeof deadLetterCalls.auth.list>): Promise<{ items: DeadLetter[]; total: number }> {
    const rows = await this.database.query<DeadLetterRow[]>(
      `SELECT ${DEAD_LETTER_COLUMNS} FROM dead_letters ORDER BY set_aside_at DESC LIMIT $1`,
      [limit],
    );
    const items = rows.map(({ payload, correlation: _, ...row }) => ({
      ...withIsoTimes(row),
      preview: previewOf(payload),
    }));
    const [row] = await this.database.query<{ count: number }[]>(`SELECT count(*)::int AS count FROM dead_letters`);
    return { items, total: row?.count ?? 0 };
  }

  /** One alert while messages wait for a decision. */
  async alertCauses(): Promise<AlertCause[]> {
    const [found] = await this.database.query<{ count: number; names: string }[]>(
      `SELECT count(*)::int AS count, string_agg(DISTINCT name, ', ') AS names FROM dead_letters
        WHERE replayed_at IS NULL AND set_aside_at < now() - interval '${ALERT_AFTER}'`,
    );
    return found && found.count > 0 ? [deadLetterAlert(this.service, found.count, found.names)] : [];
  }

  /** For a scrape of metrics. While Postgres does not answer, the value of the last one. */
  private async measure(): Promise<number> {
    try {
      this.measured = await within(SCRAPE_TIMEOUT_MS, this.countUndecided());
    } catch (error) {
      this.log.warn({ msg: 'Counting dead letters failed', reason: (error as Error).message });
    }
    return this.measured;
  }

  /** The dead letters that wait for an operator's decision. */
  private async countUndecided(): Promise<number> {
    const [row] = await this.database.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM dead_letters
        WHERE replayed_at IS NULL AND (reason <> 'undeclared' OR set_aside_at < now() - interval '${ALERT_AFTER}')`,
    );
    return row?.count ?? 0;
  }
}

/** Postgres stores no NUL character. */
function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll('\\u0000', '');
}

/** A payload without texts, because they may be personal: ids, numbers and booleans stay, other texts become their lengths. */
function previewOf(payload: unknown): string {
  return (JSON.stringify(redact(payload, 0)) ?? 'null').slice(0, MAX_LENGTH);
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return UUID.test(value) ? value : `text of ${value.length} characters`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return Array.isArray(value) ? `list of ${value.length}` : 'object';
  const values = Object.entries(value)
    .slice(0, MAX_FIELDS)
    .map(([name, field]) => [name.slice(0, 100), redact(field, depth + 1)] as const);
  return Array.isArray(value) ? values.map(([, field]) => field) : Object.fromEntries(values);
}
