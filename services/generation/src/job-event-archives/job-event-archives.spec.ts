import { eventually } from '@luit/platform/testing/eventually';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import type { Storage } from '@luit/platform/storage/storage';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { GenerationTestApp } from '../test/generation-test-app';
import { JobEventArchiver } from './job-event-archiver';
import { JobEventCleaner } from './job-event-cleaner';
import { JobEventPartitions } from './job-event-partitions';

describe('the archive of job timelines', () => {
  let app: GenerationTestApp;
  let folder: string;
  let storage: Storage;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-archive-'));
    storage = new FolderStorage(folder);
    app = await GenerationTestApp.start({ archiveFolder: folder });
  });
  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const round = () => app.resolve(JobEventCleaner).round();
  const query = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> => app.database.query(sql, values);
  const attached = async () =>
    (
      await query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relispartition AND relname LIKE 'job_events_%' AND relkind = 'r' ORDER BY 1`,
      )
    ).map(({ name }) => name);
  const monthAt = (offset: number): string => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
  };
  const tableAt = (offset: number): string => `job_events_${monthAt(offset).replace('-', '_')}`;
  const archived = () =>
    query<{ month: string; rows: string; sha256: string; key: string }>(
      `SELECT to_char(month, 'YYYY-MM') AS month, rows, sha256, key FROM job_event_archives ORDER BY 1`,
    );
  /** Services own their partitions. */
  const createPartition = (monthsAgo: number): Promise<unknown> =>
    app
      .resolve(DataSource)
      .query(`SELECT create_job_event_partition((date_trunc('month', now()) - $1 * interval '1 month')::date)`, [
        monthsAgo,
      ]);
  /** Events of a job that was created `months` ago. @returns the id of the job */
  const addEvents = async (months: number, count: number): Promise<string> => {
    const [row] = await query<{ id: string }>(`SELECT uuidv7($1 * interval '-1 month')::text AS id`, [months]);
    await query(
      `INSERT INTO job_events (request_id, what, state, details)
       SELECT $1, 'failed', 'failed', '{"code": "x", "message": "a \\"prompt\\" with \\\\ and \\n"}' FROM generate_series(1, $2)`,
      [row!.id, count],
    );
    return row!.id;
  };

  it('a new database has partitions of this month and the next three, and a round adds what is missing', async () => {
    const expected = [0, 1, 2, 3].map(tableAt);
    expect(await attached()).toEqual([...expected, 'job_events_default']);
    await query(`DROP TABLE ${tableAt(3)}`);
    await query(`DROP TABLE ${tableAt(0)}`);
    expect(await app.resolve(JobEventPartitions).countAhead()).toBe(1);
    await round();
    expect(await attached()).toEqual([...expected, 'job_events_default']);
    expect(await app.resolve(JobEventPartitions).countAhead()).toBe(3);
  });

  it('rows that arrived before their partition move into it', async () => {
    await query(`DROP TABLE ${tableAt(0)}`);
    const { id } = await app.create();
    await app.submit(id);
    const before = await app.timeline(id);
    expect(await query('SELECT FROM job_events_default')).not.toEqual([]);
    await round();
    expect(await query('SELECT FROM job_events_default')).toEqual([]);
    expect(await app.timeline(id)).toEqual(before);
    await expect(query(`UPDATE ${tableAt(0)} SET what = 'changed'`)).rejects.toThrow('append-only');
    await expect(query(`DELETE FROM job_events_default`)).resolves.toEqual([[], 0]);
  });

  it('rows of earlier months without a partition, as after a restore, get one', async () => {
    const id = await addEvents(2, 4);
    expect(await attached()).not.toContain(tableAt(-2));
    await round();
    expect(await attached()).toContain(tableAt(-2));
    expect(await query(`SELECT FROM ${tableAt(-2)} WHERE request_id = $1`, [id])).toHaveLength(4);
  });

  it('an expired month is written to the storage and dropped; younger ones and late events stay', async () => {
    await createPartition(15);
    await createPartition(12);
    const [old, young] = [await addEvents(15, 700), await addEvents(12, 3)];
    await round();
    const month = monthAt(-15);
    const [archive] = await archived();
    expect(await archived()).toEqual([
      { month, rows: '700', sha256: expect.any(String), key: `archives/generation/job_events/${month}.ndjson.gz` },
    ]);
    const file = readFileSync(path.join(folder, archive!.key));
    expect(createHash('sha256').update(file).digest('hex')).toBe(archive!.sha256);
    const rows = gunzipSync(file)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rows).toHaveLength(700);
    expect(rows[0]).toMatchObject({ request_id: old, what: 'failed', state: 'failed', details: { code: 'x' } });
    expect(file.toString('latin1') + JSON.stringify(rows)).not.toContain('prompt');
    expect(await query('SELECT FROM job_events WHERE request_id = $1', [old])).toEqual([]);
    expect(await query('SELECT FROM job_events WHERE request_id = $1', [young])).toHaveLength(3);
    expect(await query('SELECT to_regclass($1) AS name', [tableAt(-15)])).toEqual([{ name: null }]);
    await query(`INSERT INTO job_events (request_id, what, state) VALUES ($1, 'erased', 'failed')`, [old]);
    await round();
    expect(await query('SELECT what FROM job_events WHERE request_id = $1', [old])).toEqual([{ what: 'erased' }]);
  });

  describe('interrupted', () => {
    const expire = async () => {
      await createPartition(15);
      await addEvents(15, 5);
      return { month: monthAt(-15), table: tableAt(-15) };
    };

    it('after the partition was detached, the next round archives it', async () => {
      await expire();
      await query(`ALTER TABLE job_events DETACH PARTITION ${tableAt(-15)}`);
      await round();
      expect(await archived()).toMatchObject([{ rows: '5' }]);
    });

    it('by a full or corrupting storage, the table stays', async () => {
      const partition = await expire();
      await query(`ALTER TABLE job_events DETACH PARTITION ${partition.table}`);
      const url = app.config.databaseUrl;
      const full = Object.assign(Object.create(storage) as Storage, {
        put: () => Promise.reject(new Error('ENOSPC')),
      });
      await expect(new JobEventArchiver(url, full).archive(partition)).rejects.toThrow('ENOSPC');
      const corrupting = Object.assign(Object.create(storage) as Storage, {
        get: () => storage.get('archives/other.gz'),
      });
      // Postgres frees the lock a moment after the connection of the first attempt has ended.
      await eventually(() =>
        expect(new JobEventArchiver(url, corrupting).archive(partition)).rejects.toThrow(
          'differs from what was written',
        ),
      );
      expect(await archived()).toEqual([]);
      expect(await query(`SELECT FROM ${partition.table}`)).toHaveLength(5);
      await round();
      expect(await archived()).toMatchObject([{ rows: '5' }]);
    });

    it('by a lock on job_events, the round fails within a second and the next one succeeds', async () => {
      await expire();
      const holder = app.database.createQueryRunner();
      await holder.startTransaction();
      await holder.query('SELECT FROM job_events LIMIT 1');
      await expect(round()).rejects.toThrow('lock timeout');
      await holder.rollbackTransaction();
      await holder.release();
      await round();
      expect(await archived()).toMatchObject([{ rows: '5' }]);
    });

    it('by two replicas at once, one archives', async () => {
      const partition = await expire();
      await query(`ALTER TABLE job_events DETACH PARTITION ${partition.table}`);
      const archiver = new JobEventArchiver(app.config.databaseUrl, storage);
      const results = await Promise.all([archiver.archive(partition), archiver.archive(partition)]);
      expect(results.filter(Boolean)).toHaveLength(1);
    });
  });
});
