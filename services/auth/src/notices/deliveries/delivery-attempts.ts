import type { DeliveryAttempt, OutboundRequest } from '@luit/contracts/auth/deliveries';
import { Batcher } from '@luit/platform/database/batcher';
import type { EntityManager } from 'typeorm';

/** How the deliveries `d` of one kind are stored, and how long they are tried. */
export interface DeliveryDeclaration {
  table: string;
  /** The table of the targets `e`, and the column of a delivery with the id of its target. */
  targets: string;
  targetColumn: string;
  /** SQL of assignments to a target after attempts, besides those of every kind; null for targets that store nothing about attempts. */
  targetState: { success: string; failure: string } | null;
  /** SQL of assignments of `attempt` to a delivery, besides those of every kind. */
  attemptColumns: string;
  /** SQL of a FROM clause: the deliveries that can be attempted now. */
  due: string;
  /** Between the attempts, milliseconds. The last one repeats. */
  retriesMs: readonly number[];
  /** SQL: there is no attempt after this one. `d.attempts` is the number of earlier ones. */
  isLastAttempt: string;
}

/** What differs between the kinds of deliveries. */
export interface DeliverySender {
  readonly declaration: DeliveryDeclaration;
  /** In logs. */
  readonly name: string;
  /** Who answers, in errors. */
  readonly responder: string;
  /** Null if it was delivered or has failed, or its target may not receive it now. */
  render(deliveryId: string): Promise<OutboundRequest | null>;
  /** The target would give the same status to another attempt at this delivery. By default, no status is permanent. */
  isPermanent?(status: number): boolean;
  /** By default, the time that a server asks to wait is ignored. */
  retryAfterMs?(seconds: number): number;
  /** Ends a target that wants nothing more, or has failed for too long, with its deliveries. Returns whether it has. */
  endTarget?(failure: RecordedAttempt, status: number | null, error: string): Promise<boolean>;
}

export interface FinishedAttempt extends Pick<DeliveryAttempt, 'deliveryId' | 'status' | 'response' | 'durationMs'> {
  /** Null after a success. */
  error: string | null;
  /** The target will never accept it. */
  isPermanent?: boolean;
  /** The least time until the next attempt. */
  retryAfterMs?: number;
}

export interface RecordedAttempt {
  deliveryId: string;
  targetId: string;
  /** Since it was queued or replayed. */
  attempts: number;
  /** Null if there is no other attempt. */
  retryInMs: number | null;
  /** Since when every attempt at the target has failed; null for a target that does not store it. */
  failingForMs: number | null;
}

type Outcome = 'success' | 'failure';
/** How a statement treats rows that another transaction has locked. Without `SKIP LOCKED` it waits for them. */
type LockedRows = 'SKIP LOCKED' | '';

/** A backoff from 5 seconds to 10 minutes. After a day, the news is of no use. */
export const RETRIED_FOR_A_DAY = {
  retriesMs: [5, 10, 20, 40, 80, 160, 320, 600].map((seconds) => seconds * 1_000),
  isLastAttempt: `d.created_at < now() - interval '24 hours'`,
};

/** SQL of what differs between the outcomes. */
interface OutcomeSql {
  /** SQL condition: delivery `d` can have this outcome. */
  condition: string;
  /** Whether the attempt changes its target `e`. */
  changesTarget: string;
  /** Assignments to the delivery and to its target. */
  delivery: string;
  target: string;
}

function successSql({ targetState }: DeliveryDeclaration): OutcomeSql {
  return {
    condition: 'd.delivered_at IS NULL',
    // A target need not remember each of its successes.
    changesTarget: `(e.failing_since IS NOT NULL OR e.delivered_at IS NULL OR e.delivered_at < now() - interval '1 minute')`,
    delivery: 'due_at = NULL, delivered_at = now(), failed_at = NULL',
    target: `delivered_at = now(), failing_since = NULL, last_error = NULL${targetState?.success}`,
  };
}

function failureSql({ targetState, retriesMs, isLastAttempt }: DeliveryDeclaration): OutcomeSql {
  const isOver = `(attempt.is_permanent OR ${isLastAttempt})`;
  const waitMs = `('{${retriesMs.join()}}'::bigint[])[least(d.attempts + 1, ${retriesMs.length})]`;
  return {
    condition: 'd.due_at IS NOT NULL',
    changesTarget: 'true',
    delivery: `failed_at = CASE WHEN ${isOver} THEN now() END,
           due_at = CASE WHEN NOT ${isOver} THEN now() + greatest(${waitMs}, retry_after_ms) * interval '1 millisecond' END`,
    target: `last_error = latest.error, failing_since = coalesce(failing_since, now())${targetState?.failure}`,
  };
}

/**
 * SQL: records attempts of different deliveries, whose values are arrays, one per column. An attempt is left out if its delivery can no
 * longer be attempted, or if the delivery, or a target that the attempt changes, cannot be locked. Locks each delivery before its target.
 */
function recordSql(declaration: DeliveryDeclaration, outcome: Outcome, lockedRows: LockedRows): string {
  const { table, targets, targetColumn, targetState, attemptColumns } = declaration;
  const sql = outcome === 'success' ? successSql(declaration) : failureSql(declaration);
  const changedTargets = targetState
    ? `UPDATE ${targets} e SET ${sql.target} FROM latest WHERE e.id = target_id AND e.id IN (SELECT id FROM changed) RETURNING id, failing_since`
    : 'SELECT NULL::uuid AS id, NULL::timestamptz AS failing_since';
  return `
  WITH locked AS (
    SELECT d.id, d.${targetColumn} AS target_id, ${targetState ? sql.changesTarget : 'false'} AS changes_target
      FROM ${table} d JOIN ${targets} e ON e.id = d.${targetColumn}
     WHERE d.id = ANY ($1) AND ${sql.condition} FOR NO KEY UPDATE OF d ${lockedRows}
  ), changed AS (
    SELECT id FROM ${targets} WHERE id IN (SELECT target_id FROM locked WHERE changes_target) FOR NO KEY UPDATE ${lockedRows}
  ), attempt AS (
    SELECT item.*, target_id
      FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::boolean[], $7::bigint[]) WITH ORDINALITY
        AS item (id, status, duration_ms, response, error, is_permanent, retry_after_ms, position) JOIN locked USING (id)
     WHERE NOT changes_target OR target_id IN (SELECT id FROM changed)
  ), delivery AS (
    UPDATE ${table} d
       SET attempts = d.attempts + 1, attempted_at = now(), status = attempt.status, error = attempt.error${attemptColumns},
           ${sql.delivery}
      FROM attempt WHERE d.id = attempt.id RETURNING d.id, target_id, d.attempts, d.due_at
  ), latest AS (
    SELECT DISTINCT ON (target_id) target_id, error, count(*) OVER (PARTITION BY target_id) AS attempts
      FROM attempt ORDER BY target_id, position DESC
  ), target AS (
    ${changedTargets}
  )
  SELECT delivery.id AS "deliveryId", target_id AS "targetId", attempts,
         (extract(epoch FROM due_at - now()) * 1000)::float8 AS "retryInMs",
         (extract(epoch FROM now() - failing_since) * 1000)::float8 AS "failingForMs"
    FROM delivery LEFT JOIN target ON target.id = target_id`;
}

/** Records attempts of different deliveries; returns the recorded ones, in any order. Idempotent after a success. */
export function recordAttempts(
  manager: Pick<EntityManager, 'query'>,
  declaration: DeliveryDeclaration,
  outcome: Outcome,
  attempts: FinishedAttempt[],
  lockedRows: LockedRows = '',
): Promise<RecordedAttempt[]> {
  return manager.query<RecordedAttempt[]>(recordSql(declaration, outcome, lockedRows), [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ status }) => status),
    attempts.map(({ durationMs }) => durationMs),
    attempts.map(({ response }) => response),
    attempts.map(({ error }) => error),
    attempts.map(({ isPermanent = false }) => isPermanent),
    attempts.map(({ retryAfterMs = 0 }) => Math.ceil(retryAfterMs)),
  ]);
}

/**
 * Records concurrent attempts of one kind and outcome with one statement, which waits for no lock. Afterward, an attempt gets its own
 * statement if its delivery or target is locked, or if its delivery occurs twice, so that the others do not wait for it.
 */
export class DeliveryAttempts {
  private readonly batches = new Batcher<FinishedAttempt, RecordedAttempt | undefined>((attempts) =>
    this.recordAll(attempts),
  );

  constructor(
    private readonly manager: Pick<EntityManager, 'query'>,
    private readonly declaration: DeliveryDeclaration,
    private readonly outcome: Outcome,
  ) {}

  /** Undefined if the delivery cannot be attempted anymore. */
  async record(attempt: FinishedAttempt): Promise<RecordedAttempt | undefined> {
    const { manager, declaration, outcome } = this;
    return (await this.batches.add(attempt)) ?? (await recordAttempts(manager, declaration, outcome, [attempt]))[0];
  }

  private async recordAll(attempts: FinishedAttempt[]): Promise<(RecordedAttempt | undefined)[]> {
    const { manager, declaration, outcome } = this;
    const first = new Map(attempts.toReversed().map((attempt) => [attempt.deliveryId, attempt]));
    const different = [...first.values()].toReversed();
    const recorded = await recordAttempts(manager, declaration, outcome, different, 'SKIP LOCKED');
    const byId = new Map(recorded.map((row) => [row.deliveryId, row]));
    return attempts.map((attempt) =>
      first.get(attempt.deliveryId) === attempt ? byId.get(attempt.deliveryId) : undefined,
    );
  }
}
