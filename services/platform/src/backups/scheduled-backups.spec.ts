import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { SCHEMAS } from '../database/prepare-database';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { BackupArchive } from './backup-archive';
import { ScheduledBackups, untilTimeOfDay } from './scheduled-backups';

const day = (date: number) => new Date(Date.UTC(2026, 10, date, 21, 30));

describe('ScheduledBackups', () => {
  let database: TestDatabase;
  let client: Client;
  let folder: string;
  let archive: BackupArchive;
  let backups: ScheduledBackups;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client(database.adminUrl);
    await client.connect();
    for (const schema of SCHEMAS)
      await client.query(
        `CREATE TABLE ${schema}.migrations (id serial, name text); CREATE TABLE ${schema}.notes (text text)`,
      );
    await client.query(`INSERT INTO billing.notes VALUES (E'two\\nlines'), ('₹ 1')`);
  });

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'luit-backups-'));
    const storageDir = path.join(folder, 'storage');
    mkdirSync(path.join(storageDir, 'videos'), { recursive: true });
    writeFileSync(path.join(storageDir, 'videos', 'one.mp4'), 'frames');
    writeFileSync(path.join(storageDir, 'videos', '.half'), 'incomplete');
    archive = new BackupArchive(path.join(folder, 'backups'), 2);
    backups = new ScheduledBackups(archive, { databaseUrl: database.adminUrl, storageDir });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const names = () => readdirSync(path.join(folder, 'backups'));
  const copyOf = (name: string, table: string) => path.join(folder, 'backups', name, 'database', `${table}.copy.gz`);

  it('writes a backup, checks it and records both times', async () => {
    expect(await archive.lastBackupAt()).toBeNull();
    await backups.run(day(1));
    expect(names()).toEqual(['2026-11-01T21-30-00Z']);
    expect(await archive.lastBackupAt()).not.toBeNull();
    expect(await archive.lastCheckAt()).not.toBeNull();
  });

  it('a program makes and checks one backup, and reports by its exit code whether that worked', () => {
    const program = path.resolve(__dirname, '..', '..', 'dist', 'backups', 'back-up-once.main.js');
    const BACKUPS_DIR = path.join(folder, 'backups');
    const run = (env: Record<string, string>) =>
      spawnSync('node', [program], { env: { PATH: process.env.PATH, ...env } });
    expect(run({ BACKUPS_DIR, BACKUP_KEEP_DAYS: '14', ADMIN_DATABASE_URL: database.adminUrl }).status).toBe(0);
    expect(names()).toHaveLength(1);
    const failed = run({ BACKUPS_DIR, BACKUP_KEEP_DAYS: 'two weeks', ADMIN_DATABASE_URL: database.adminUrl });
    expect(failed.status).toBe(1);
    expect(String(failed.stdout)).toContain('BACKUP_KEEP_DAYS');
  });

  it('stores a file that did not change once for all backups', async () => {
    await backups.run(day(1));
    writeFileSync(path.join(folder, 'storage', 'two.mp4'), 'more frames');
    await backups.run(day(2));
    const files = path.join(folder, 'backups', '2026-11-02T21-30-00Z', 'files');
    expect(statSync(path.join(files, 'videos', 'one.mp4')).nlink).toBe(2);
    expect(statSync(path.join(files, 'two.mp4')).nlink).toBe(1);
    expect(readdirSync(path.join(files, 'videos'))).toEqual(['one.mp4']);
  });

  it('deletes what is older than the retention and what a failed backup left, after a new backup was checked', async () => {
    await backups.run(day(1));
    await backups.run(day(2));
    mkdirSync(archive.newFolder(day(3)));
    await backups.run(day(4));
    expect(names()).toEqual(['2026-11-02T21-30-00Z', '2026-11-04T21-30-00Z']);
  });

  it('keeps older backups while the check of the newest fails, and checks it again instead of writing another', async () => {
    await backups.run(day(1));
    await backups.run(day(6));
    rmSync(path.join(archive.newFolder(day(6)), 'checked'));
    writeFileSync(copyOf('2026-11-06T21-30-00Z', 'billing.notes'), '');
    const later = new Date(day(6).getTime() + 900_000);
    await expect(backups.run(later)).rejects.toThrow('billing.notes');
    expect(names()).toEqual(['2026-11-06T21-30-00Z']);
    await expect(backups.run(day(7))).resolves.toBeUndefined();
    expect(existsSync(copyOf('2026-11-07T21-30-00Z', 'billing.notes'))).toBe(true);
  });

  it('reports a missing file', async () => {
    await backups.run(day(1));
    const backup = archive.newFolder(day(1));
    rmSync(path.join(backup, 'checked'));
    rmSync(path.join(backup, 'files', 'videos', 'one.mp4'));
    await expect(backups.run(new Date(day(1).getTime() + 60_000))).rejects.toThrow('contains 0 files instead of 1');
  });
});

describe('untilTimeOfDay', () => {
  it('is the time until the next occurrence, today or tomorrow', () => {
    expect(untilTimeOfDay('21:30', new Date('2026-11-01T20:30:00Z'))).toBe(3_600_000);
    expect(untilTimeOfDay('21:30', new Date('2026-11-01T21:30:00Z'))).toBe(86_400_000);
    expect(untilTimeOfDay('00:00', new Date('2026-12-31T23:59:00Z'))).toBe(60_000);
  });
});
