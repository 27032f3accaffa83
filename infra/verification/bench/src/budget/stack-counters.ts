import type { RunningStack } from '@luit/local/running-stack';
import type { LiveConnection } from '@luit/smoke/live';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { familyCpuMs, ownCpuMs } from './process-usage';

export const COUNTERS = [
  'commits',
  'roundTrips',
  'messageRoundTrips',
  'messageCommits',
  'rowsInserted',
  'rowsUpdated',
  'walBytes',
  'redisCommands',
  'queueEntries',
  'outboxRows',
  'calls',
  'pushes',
  'cpuMs',
  'statements',
] as const;
export type Counter = (typeof COUNTERS)[number];

/** Counts by part: rows by table, commands by name, processor time by process and so on. */
export type Parts = Record<string, number>;
export type Counts = Record<Counter, Parts>;

/** Postgres counts statements, and writes only their changes to the WAL: no page images and no background activity. */
export const COUNTING_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  full_page_writes: 'off',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};

const FROM_POSTGRES = `
  SELECT (SELECT json_object_agg(datname, xact_commit) FROM pg_stat_database WHERE datname IS NOT NULL) AS commits,
         (SELECT json_object_agg(schemaname || '.' || relname, n_tup_ins) FROM pg_stat_user_tables) AS "rowsInserted",
         (SELECT json_object_agg(schemaname || '.' || relname, n_tup_upd) FROM pg_stat_user_tables) AS "rowsUpdated",
         json_build_object('all', pg_current_wal_lsn() - '0/0') AS "walBytes",
         (SELECT json_object_agg(name, calls)
            FROM (SELECT rolname || ': ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 120) AS name, sum(calls) AS calls
                    FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
                   WHERE toplevel AND rolname LIKE 'luit\\_%' GROUP BY name) AS statements) AS statements`;

/** The work of a stack so far, counted by Postgres, Redis, the metrics of the services, and a client. */
export class StackCounters {
  private constructor(
    private readonly running: RunningStack,
    private readonly live: LiveConnection,
    private readonly database: Client,
    private readonly redis: Redis,
  ) {}

  /** @param live the connection that receives the pushes */
  static async open(running: RunningStack, live: LiveConnection): Promise<StackCounters> {
    const database = new Client({ connectionString: running.stack.postgres });
    await database.connect();
    await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    return new StackCounters(running, live, database, new Redis(running.stack.redis));
  }

  /** Postgres' statistics may be ten seconds old, because an idle session reports its own so late. */
  async read(): Promise<Counts> {
    const [fromPostgres, redisCommands, queueEntries, fromMetrics, cpuMs] = await Promise.all([
      this.readPostgres(),
      this.readCommands(),
      this.readQueueEntries(),
      this.readMetrics(),
      this.readCpu(),
    ]);
    const pushes = { 'request.updated': this.live.requests.length, 'credits.updated': this.live.credits.length };
    return { ...fromPostgres, ...fromMetrics, redisCommands, queueEntries, pushes, cpuMs };
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.database.end();
  }

  private async readPostgres() {
    type Read = 'commits' | 'rowsInserted' | 'rowsUpdated' | 'walBytes' | 'statements';
    const { rows } = await this.database.query<Pick<Counts, Read>>(FROM_POSTGRES);
    const [counts] = rows;
    if (!counts) throw new Error('Postgres returned no counts');
    return counts;
  }

  /** Commands that a script runs count too. */
  private async readCommands(): Promise<Parts> {
    const info = await this.redis.info('commandstats');
    const lines = [...info.matchAll(/^cmdstat_(.+):calls=(\d+)/gm)];
    return Object.fromEntries(lines.map(([, name = '', calls]) => [name, Number(calls)]));
  }

  /** BullMQ numbers every entry, including one that it drops because its id is waiting already. */
  private async readQueueEntries(): Promise<Parts> {
    const keys = await this.redis.keys('bull:*:id');
    const added = keys.length === 0 ? [] : await this.redis.mget(keys);
    return Object.fromEntries(keys.map((key, i) => [key.split(':')[2] ?? key, Number(added[i])]));
  }

  private async readMetrics(): Promise<
    Pick<Counts, 'roundTrips' | 'messageRoundTrips' | 'messageCommits' | 'calls' | 'outboxRows'>
  > {
    const roundTrips: Parts = {};
    const messageRoundTrips: Parts = {};
    const messageCommits: Parts = {};
    const calls: Parts = {};
    const outboxRows: Parts = {};
    for (const [name, { metrics }] of Object.entries(this.running.stack.processes)) {
      if (metrics === null) continue;
      const text = await (await fetch(metrics)).text();
      const sent = byOrigin(text, 'luit_postgres_round_trips_total');
      for (const [origin, count] of Object.entries(sent)) roundTrips[`${name}: ${origin}`] = count;
      messageRoundTrips[name] = causedByMessages(sent);
      messageCommits[name] = causedByMessages(byOrigin(text, 'luit_postgres_commits_total'));
      addUp(calls, text.matchAll(/^luit_call_duration_seconds_count\{call="([^"]+)".*?\} (\d+)/gm));
      addUp(outboxRows, text.matchAll(/^luit_outbox_relayed_total\{.*?name="([^"]+)".*?\} (\d+)/gm));
    }
    return { roundTrips, messageRoundTrips, messageCommits, calls, outboxRows };
  }

  /** All processes except the sandbox, ffmpeg and ffprobe. */
  private async readCpu(): Promise<Parts> {
    const ours = Object.entries(this.running.stack.processes).filter(([name]) => name !== 'sandbox');
    const used = ours.map(async ([name, { pid }]): Promise<[string, number]> => {
      return [name, await (name === 'postgres' ? familyCpuMs(pid) : ownCpuMs(pid))];
    });
    return Object.fromEntries(await Promise.all(used));
  }
}

/** Counts of a metric of one process. */
function byOrigin(text: string, metric: string): Parts {
  const counts: Parts = {};
  addUp(counts, text.matchAll(new RegExp(`^${metric}\\{origin="([^"]+)"\\} (\\d+)`, 'gm')));
  return counts;
}

/** A commit that lets a job wait starts a round of the dispatcher. Other schedules run as often without jobs. */
function causedByMessages({ message = 0, dispatch = 0 }: Parts): number {
  return message + dispatch;
}

function addUp(parts: Parts, samples: Iterable<RegExpMatchArray>): void {
  for (const [, part = '', count] of samples) parts[part] = (parts[part] ?? 0) + Number(count);
}
