/** First key of the advisory lock of a batch; the second is the hash of the schema's name. */
const LOCK = 7_105_208;

/** Rows that a service no longer needs. */
export interface ExpiredRows {
  /** In logs and metrics: the table, or its contents. */
  name: string;
  table: string;
  /** SQL that is true for expired rows. */
  condition: string;
  /** Indexed expression; a batch deletes the first rows, so that it reads no more than it deletes. */
  order: string;
  /** Columns that are set to null in place of deleting the row. */
  clears?: readonly string[];
  /** A statement that stores the rows of `deleted` elsewhere. */
  store?: string;
}

/** SQL: rows older than this time expire. */
export function daysAgo(days: number): string {
  return `now() - interval '${days} days'`;
}

/** SQL: the smallest UUID of version 7 of a time, so that the primary key finds the rows that are older. */
export function firstIdOf(time: string): string {
  return `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}

/**
 * SQL that deletes at most $1 rows, or clears columns of them, and returns their number as `deleted`. It skips rows that others have locked, and deletes nothing
 * while another replica deletes. The rows are found by their place, because a subquery with a limit may be joined by a scan of the
 * whole table.
 */
export function deleteBatchSql({ table, condition, order, clears, store }: ExpiredRows): string {
  const columns = clears?.map((column) => `${column} = NULL`).join(', ');
  const change = columns ? `UPDATE ${table} SET ${columns}` : `DELETE FROM ${table}`;
  return `
    WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}, hashtext(current_schema())) AS is_held),
    expired AS MATERIALIZED (
      SELECT ctid FROM ${table} AS row WHERE (SELECT is_held FROM lock) AND ${condition}
       ORDER BY ${order} LIMIT $1 FOR UPDATE SKIP LOCKED
    ), deleted AS (
      ${change} WHERE ctid = ANY (ARRAY(SELECT ctid FROM expired)) RETURNING *
    )${store ? `, stored AS (${store})` : ''}
    SELECT count(*)::int AS deleted FROM deleted`;
}
