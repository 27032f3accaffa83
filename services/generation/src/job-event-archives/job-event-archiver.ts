import { CONNECTION_SETTINGS } from '@luit/platform/database/data-source-options';
import { postgresConnection } from '@luit/platform/addresses/certificate-authorities';
import { type Archive, archiveRows } from '@luit/platform/retention/archive-rows';
import type { Storage } from '@luit/platform/storage/storage';
import { Client } from 'pg';
import type { JobEventPartition } from './job-event-partitions';

/** Advisory lock key; unique within the database of this service. */
const LOCK = 7_105_209;
const CONNECT_TIMEOUT_MS = 3_000;
/** A month of 100,000 jobs a day takes minutes. */
const TIMEOUT_MS = 60 * 60_000;

/** The lock and the timeouts end with the transaction, so a crashed process blocks no other replica. */
const ACQUIRE_LOCK = `
  SELECT set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true),
         set_config('lock_timeout', '200ms', true), pg_try_advisory_xact_lock($2) AS "isLocked"`;

const archiveKey = (month: string): string => `archives/generation/job_events/${month}.ndjson.gz`;

/** Providers' messages may quote a prompt. Archives omit them, so that an erasure need not change an archive. */
const rowsOf = (table: string): string =>
  `SELECT to_jsonb(e) || jsonb_build_object('details', details - 'message') AS row FROM ${table} AS e ORDER BY request_id, id`;

/** Moves detached partitions to the storage. */
export class JobEventArchiver {
  constructor(
    private readonly databaseUrl: string,
    private readonly storage: Storage,
  ) {}

  /**
   * Writes a detached partition to the storage, reads the file back, and drops the table in the transaction that records the file. If
   * it fails or is killed at any point, the table stays, and the next attempt replaces the file.
   *
   * @returns undefined if another replica is archiving
   * @throws Error naming the cause; the table is then unchanged
   */
  async archive({ month, table }: Pick<JobEventPartition, 'month' | 'table'>): Promise<Archive | undefined> {
    const client = new Client({
      ...postgresConnection(this.databaseUrl),
      application_name: 'generation-archive',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...CONNECTION_SETTINGS,
      query_timeout: TIMEOUT_MS,
    });
    await client.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ isLocked: boolean }>(ACQUIRE_LOCK, [String(TIMEOUT_MS), LOCK]);
      const { rows: found } = await client.query<{ table: string | null }>('SELECT to_regclass($1) AS "table"', [
        table,
      ]);
      if (!rows[0]?.isLocked || found[0]?.table == null) return undefined;
      const name = client.escapeIdentifier(table);
      const archive = await archiveRows(client, this.storage, archiveKey(month), rowsOf(name));
      await client.query(
        `INSERT INTO job_event_archives (month, key, rows, bytes, sha256) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (month) DO UPDATE SET key = excluded.key, rows = excluded.rows, bytes = excluded.bytes,
           sha256 = excluded.sha256, archived_at = now()`,
        [`${month}-01`, archive.key, archive.rows, archive.bytes, archive.sha256],
      );
      await client.query('SELECT drop_archived_job_events($1::date)', [`${month}-01`]);
      await client.query('COMMIT');
      return archive;
    } finally {
      // Ends the transaction if it is still open.
      await client.end();
    }
  }
}
