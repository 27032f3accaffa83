import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The number of months after the current one that have partitions. */
const MONTHS_AHEAD = 3;

/** The partition of a month, or the rest of it after it was detached. */
export interface JobEventPartition {
  /** The month as YYYY-MM. */
  month: string;
  table: string;
  isAttached: boolean;
  /** All jobs of the month were created longer ago than the retention. */
  isExpired: boolean;
}

/** The monthly partitions of `job_events`. Every method may run on several replicas at once. */
@Injectable()
export class JobEventPartitions {
  constructor(private readonly database: DataSource) {}

  /**
   * Creates the partitions of this month, of the next months, and of months that have rows but no partition because a backup was restored.
   *
   * @returns the number of new ones
   */
  async createMissing(): Promise<number> {
    const months = await this.database.query<{ month: string }[]>(
      `SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date::text AS month
         FROM generate_series(0, ${MONTHS_AHEAD}) AS ahead
        UNION
       SELECT found.month::text FROM (
         SELECT DISTINCT date_trunc('month', uuid_extract_timestamp(request_id) AT TIME ZONE 'UTC')::date AS month
           FROM job_events_default WHERE uuid_extract_timestamp(request_id) < now()) AS found
        WHERE NOT EXISTS (SELECT FROM job_event_archives archive WHERE archive.month = found.month)
        ORDER BY month`,
    );
    let created = 0;
    for (const { month } of months) {
      const [row] = await this.database.query<{ isNew: boolean }[]>(
        `SELECT create_job_event_partition($1::date) AS "isNew"`,
        [month],
      );
      if (row?.isNew) created += 1;
    }
    return created;
  }

  /** The number of months after this one for which a partition is attached; -1 if this month has none. */
  async countAhead(): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int - 1 AS n FROM generate_series(0, ${MONTHS_AHEAD}) AS ahead
         JOIN pg_class c ON c.relnamespace = current_schema()::regnamespace AND c.relispartition
          AND c.relname = 'job_events_' || to_char(now() AT TIME ZONE 'UTC' + ahead * interval '1 month', 'YYYY_MM')`,
    );
    return row?.n ?? -1;
  }

  /** Oldest first. */
  list(retentionDays: number): Promise<JobEventPartition[]> {
    return this.database.query(
      `SELECT to_char(month, 'YYYY-MM') AS month, "table", "isAttached",
              month + interval '1 month' <= now() AT TIME ZONE 'UTC' - $1 * interval '1 day' AS "isExpired"
         FROM (SELECT relname AS "table", relispartition AS "isAttached", to_date(right(relname, 7), 'YYYY_MM') AS month
                 FROM pg_class
                WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                  AND relname ~ '^job_events_[0-9]{4}_[0-9]{2}$') AS partition
        ORDER BY month`,
      [retentionDays],
    );
  }

  /** @throws QueryFailedError if another transaction locks job_events for 200 ms */
  async detach({ month }: JobEventPartition): Promise<void> {
    await this.database.query('SELECT detach_job_event_partition($1::date)', [`${month}-01`]);
  }
}
