import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestCluster } from './test-cluster';

const run = promisify(execFile);
const BACKUPS = path.resolve(__dirname, '..', '..', '..', '..', 'services', 'platform', 'dist', 'backups');
const SERVICES = ['gateway', 'worker-1', 'auth', 'billing', 'generation'];

/** Restores a copy some time after it was made: the database is old, Redis is empty, and vendors are ahead of both. */
describe('a stack restored from a copy', () => {
  let cluster: TestCluster;
  let creator: LuitClient;
  let folder: string;

  const script = (name: 'back-up' | 'restore', target = folder) =>
    run(process.execPath, [path.join(BACKUPS, `${name}.main.js`), target], {
      env: {
        ...process.env,
        ADMIN_DATABASE_URL: cluster.stack.postgres,
        REDIS_URL: cluster.stack.redis,
        STORAGE_DIR: path.join(cluster.directory, 'storage'),
      },
    });
  const each = (work: (name: string) => Promise<void>) => Promise.all(SERVICES.map(work));

  beforeAll(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'luit-drill-')), 'backup');
    cluster = await TestCluster.open(1, [], { billing: { CHECK_INTERVAL_MS: '2000' } });
    creator = await cluster.creator('starter');
  }, 120_000);

  afterAll(async () => {
    await cluster.close(true);
    await rm(path.dirname(folder), { recursive: true });
  }, 60_000);

  it('reconciles with Razorpay and the providers', async () => {
    const early = await creator.generate('Lanterns before the backup');
    await cluster.inState(early, 'succeeded');
    const running = await creator.generate('A ferry in flight at the backup [slow:6]');
    await cluster.inState(running, 'running');
    const order = await creator.orderPack('starter');

    await cluster.sql(`INSERT INTO audit.entries (admin_email, action) VALUES ('a@example.com', 'settings_changed')`);
    await script('back-up');
    await expect(script('restore')).rejects.toThrow('Stop the services first');

    // The backup contains none of the following.
    await cluster.sql(`INSERT INTO audit.entries (admin_email, action) VALUES ('a@example.com', 'pack_changed')`);
    await creator.verify(await creator.checkout(order.razorpayOrderId, 'success', 'none'));
    await creator.buyPack('starter');
    const late = await creator.generate('Rain after the backup');
    await cluster.inState(running, 'succeeded');
    await cluster.inState(late, 'succeeded');
    expect((await creator.balance()).credits).toBe(300 - 3 * 18);

    await each((name) => cluster.running.stopProcess(name));
    expect((await script('restore')).stdout).toContain('The audit log is intact');
    expect(await cluster.sql('SELECT action FROM audit.entries')).toEqual([{ action: 'settings_changed' }]);
    await each((name) => cluster.running.startProcess(name));

    // Reconciliation finds both payments at Razorpay (one with its order) and the running job at its provider. The early
    // video's file is part of the backup.
    await until('the payments to be granted again', async () => {
      const { credits } = await creator.balance();
      return credits === 300 - 2 * 18 || undefined;
    });
    await cluster.inState(running, 'succeeded');
    await cluster.untilIdle();
    expect(await cluster.violations()).toEqual({});
    for (const id of [early, running]) expect((await creator.download(id)).bytes.length).toBeGreaterThan(1_000);
    await expect(creator.getRequest(late)).rejects.toThrow('404');
    expect(await cluster.submissions('A ferry in flight')).toHaveLength(1);

    const next = await creator.generate('A video after the restore');
    await cluster.inState(next, 'succeeded');
    expect(await cluster.violations()).toEqual({});
  }, 240_000);

  it('rejects an incomplete backup and changes nothing', async () => {
    await each((name) => cluster.running.stopProcess(name));
    const manifest = path.join(folder, 'backup.json');
    const text = await readFile(manifest, 'utf8');
    const file = path.join(folder, 'database', 'billing.lots.copy.gz');
    const rows = await readFile(file);
    const before = await cluster.sql('SELECT * FROM billing.lots ORDER BY id');

    await writeFile(file, rows.subarray(0, rows.length - 12));
    await expect(script('restore')).rejects.toThrow();
    await writeFile(file, rows);
    await writeFile(manifest, text.replace(/"billing": \[\s+"[^"]+",?/, '"billing": ['));
    await expect(script('restore')).rejects.toThrow('another version: migrations of billing differ');
    await rm(manifest);
    await expect(script('restore')).rejects.toThrow('does not contain a complete backup');
    await expect(script('back-up')).rejects.toThrow('is not empty');

    expect(await cluster.sql('SELECT * FROM billing.lots ORDER BY id')).toEqual(before);
  }, 120_000);
});
