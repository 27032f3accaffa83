import { freePort } from '@luit/local/port-leases';
import { serverCommand } from '@luit/local/postgres-cluster';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import { ApiError, LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { countViolations } from '../invariant-queries';
import { postgresClient } from '../postgres-client';
import { TestCluster } from '../test-cluster';
import { RazorpayDashboard } from '../alerts/razorpay-dashboard';
import { Archive, ARCHIVE_TIMEOUT_SECONDS } from './archive';
import { fillDatabase } from './fill-database';

const SERVICES = ['gateway', 'worker-1', 'auth', 'billing', 'generation'];
const GUEST_ORDER = {
  planId: '5s-480p',
  prompt: 'A kite paid after the second',
  duration: 5,
  currency: 'INR',
  isGuest: true,
};
const CHECKED_WITHIN_MS = 2_700_000;
const ARCHIVED_WITHIN_MS = 300_000;
const LEVEL_WITHIN_MS = 2_700_000;

export interface DrillFigures {
  databaseBytes: number;
  /** From the last added row until the archive has all segments. */
  archivedMs: number;
  /** Of the first backup and its check. */
  backedUpMs: number;
  /** Between the loss of the disk and the last transaction that the archive has. */
  lostMs: number;
  /** Purchases between the last segment that was archived and the loss. */
  purchases: number;
  /** From the command `recover` to its end. */
  recoveredMs: number;
  /** From the start of the services until every payment since the second is granted and every job has ended. */
  reconciledMs: number;
}

/** What happens before and after the second to which the drill restores. */
interface History {
  creator: LuitClient;
  /** Succeeded before, in flight at, and waiting for a slot at the second. */
  jobs: { early: string; running: string; waiting: string };
  /** Ordered without an account before the second, and paid after it. */
  orderedJob: string;
  second: Date;
  /** Created after the second. */
  lateJob: string;
  /** Razorpay's ids of the payments that were made after the second; those until the disk is lost are added. */
  payments: string[];
}

/**
 * A stack archives to a bucket, loses its disk, and is restored to a second before payments and jobs that Razorpay and the
 * providers know. The ledger's invariants hold on a copy and afterward, each payment is granted once, and nothing is bought twice.
 *
 * @param gigabytes of rows to add first
 * @throws Error if a promise is broken
 */
export async function runRestoreDrill(gigabytes: number): Promise<DrillFigures> {
  const archive = await Archive.open();
  const cluster = await TestCluster.openPrepared({
    workers: 1,
    proxied: [],
    env: { billing: { CHECK_INTERVAL_MS: '2000' } },
    postgresSettings: archive.postgresSettings,
  });
  const backups = path.join(cluster.directory, 'backups');
  let scheduled: ChildProcess | undefined;
  try {
    const databaseBytes = await fillDatabase(cluster, gigabytes);
    const filledAt = Date.now();
    await untilArchiveIsLevel(cluster);
    const startedAt = Date.now();
    scheduled = await archive.startBackups(cluster, backups);
    await until(
      'a backup to be checked',
      async () => (await readIfAny(backups)).includes('checked') || undefined,
      CHECKED_WITHIN_MS,
    );
    const backedUpMs = Date.now() - startedAt;
    const history = await makeHistory(cluster);
    await checkCopy(cluster, archive, history);
    await archive.copyFiles(cluster);
    const { lostMs, purchases } = await loseDisk(cluster, archive, history);
    scheduled.kill('SIGTERM');
    await once(scheduled, 'exit');

    await removeFile(cluster, history.jobs.early);
    const recoveringAt = Date.now();
    console.log((await archive.recover(cluster, [history.second.toISOString()])).trim());
    const recoveredMs = Date.now() - recoveringAt;
    const restartedAt = Date.now();
    await cluster.running.startProcess('postgres');
    await Promise.all(SERVICES.map((name) => cluster.running.startProcess(name)));
    await assertReconciled(cluster, history);
    return {
      databaseBytes,
      archivedMs: startedAt - filledAt,
      backedUpMs,
      lostMs,
      purchases,
      recoveredMs,
      reconciledMs: Date.now() - restartedAt,
    };
  } finally {
    scheduled?.kill('SIGKILL');
    await cluster.close(true);
    await archive.close();
  }
}

async function makeHistory(cluster: TestCluster): Promise<History> {
  const creator = await cluster.creator('starter');
  const early = await creator.generate('Lanterns before the second');
  await cluster.inState(early, 'succeeded');
  const running = await creator.generate('A ferry in flight at the second [slow:6]');
  await cluster.inState(running, 'running');
  const unpaid = await creator.orderPack('starter');
  const guest = new LuitClient(cluster.stack.api, cluster.stack.sandbox);
  const unpaidVideo = await guest.post<PaymentOrder>('/api/payments/order', GUEST_ORDER);
  const orderedJob = unpaidVideo.requestId!;
  // The worker is away, so this job is accepted before the second and submitted after it.
  await cluster.running.stopProcess('worker-1');
  const waiting = await creator.generate('A train that waits at the second');
  await cluster.inState(waiting, 'pending');
  await cluster.sql(`INSERT INTO audit.entries (admin_email, action) VALUES ('a@example.com', 'settings_changed')`);
  // A second begins after every transaction so far, and ends before the next one.
  await pause(1_000 - (Date.now() % 1_000));
  const second = new Date();
  await pause(1_000);

  await cluster.running.startProcess('worker-1');
  await cluster.sql(`INSERT INTO audit.entries (admin_email, action) VALUES ('a@example.com', 'pack_changed')`);
  const payments: string[] = [];
  const pay = async ({ razorpayOrderId }: PaymentOrder) => {
    const paid = await creator.checkout(razorpayOrderId, 'success', 'none');
    await creator.verify(paid);
    payments.push(paid.razorpay_payment_id);
  };
  for (const order of [unpaid, unpaidVideo]) await pay(order);
  // An unpaid order for the same pack would be offered again.
  await pay(await creator.orderPack('starter'));
  const lateJob = await creator.generate('Rain after the second');
  for (const id of [running, waiting, orderedJob, lateJob]) await cluster.inState(id, 'succeeded');
  return { creator, jobs: { early, running, waiting }, orderedJob, second, lateJob, payments };
}

/** Restores beside the running stack, which goes on. */
async function checkCopy(cluster: TestCluster, archive: Archive, { second, payments }: History): Promise<void> {
  await cluster.sql('SELECT pg_switch_wal()');
  const folder = path.join(cluster.directory, 'postgres', 'copy');
  const recovered = await until(
    'the second to be archived',
    () => archive.recover(cluster, [second.toISOString(), '--copy', folder]),
    ARCHIVED_WITHIN_MS,
  );
  console.log(recovered.trim());
  const port = await freePort();
  const { command, args, owner } = serverCommand(folder, port, { max_connections: '300', archive_mode: 'off' });
  const server = spawn(command, args, { ...owner, cwd: '/', stdio: 'ignore' });
  const ended = once(server, 'exit');
  const url = new URL(cluster.stack.postgres);
  url.port = String(port);
  const client = await until('the copy to serve', async () => {
    const tried = postgresClient(url.href);
    return tried.connect().then(
      () => tried,
      () => undefined,
    );
  });
  assert.deepEqual(await countViolations(client), {}, 'On the copy');
  const granted = await client.query<{ id: string }>('SELECT id FROM billing.payments');
  await client.end();
  server.kill('SIGINT');
  await ended;
  await rm(folder, { recursive: true });
  const ids = granted.rows.map(({ id }) => id);
  const atRazorpay = await new RazorpayDashboard(cluster).paymentIds();
  assert.deepEqual(
    ids.filter((id) => !atRazorpay.includes(id)),
    [],
    'Granted on the copy, but unknown to Razorpay',
  );
  assert.deepEqual(
    atRazorpay.filter((id) => !ids.includes(id)).sort(),
    [...payments].sort(),
    'Razorpay has exactly the payments since the second more than the copy',
  );
}

/**
 * Kills Postgres and deletes its files while a customer keeps buying, when the archive lags most: just before it gets another segment.
 *
 * @returns how much of the time before is not in the archive
 */
async function loseDisk(
  cluster: TestCluster,
  archive: Archive,
  { creator, payments }: History,
): Promise<Pick<DrillFigures, 'lostMs' | 'purchases'>> {
  let isLost = false;
  const buying = keepBuying(creator, payments, () => isLost);
  await Promise.race([buying, untilSegmentIsArchived(cluster)]);
  const before = payments.length;
  const [archiver] = await cluster.sql<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'archiver'`,
  );
  assert.ok(archiver);
  await pause((ARCHIVE_TIMEOUT_SECONDS - 2) * 1_000);
  isLost = true;
  const lostAt = Date.now();
  cluster.running.kill('postgres');
  // Its group contains the program that copies a segment, which would otherwise complete its copy.
  process.kill(-archiver.pid, 'SIGKILL');
  const stopped = Promise.all(['postgres', ...SERVICES].map((name) => cluster.running.stopProcess(name)));
  await stopped;
  await rm(path.join(cluster.directory, 'postgres', 'data'), { recursive: true });
  await buying;
  const folder = path.join(cluster.directory, 'postgres', 'newest');
  const output = await archive.recover(cluster, ['latest', '--copy', folder]);
  await rm(folder, { recursive: true });
  const reached = /as of (\S+),/.exec(output)?.[1];
  assert.ok(reached, output);
  return { lostMs: lostAt - Date.parse(reached), purchases: payments.length - before };
}

/** Buys packs until the disk is lost. A purchase may get 503, and fail if the disk is lost meanwhile; its payment counts all the same. */
async function keepBuying(creator: LuitClient, payments: string[], isLost: () => boolean): Promise<void> {
  while (!isLost()) {
    try {
      const { razorpayOrderId } = await creator.orderPack('starter');
      const paid = await creator.checkout(razorpayOrderId, 'success', 'none');
      payments.push(paid.razorpay_payment_id);
      await creator.verify(paid);
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503;
      if (!isLost() && !isBusy) throw error;
    }
  }
}

/** Every segment takes a program of its own, so the archive is minutes behind after many rows. */
async function untilArchiveIsLevel(cluster: TestCluster): Promise<void> {
  const [written] = await cluster.sql<{ segment: string }>(
    'SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment, pg_switch_wal()',
  );
  const isLevel = async () => {
    const rows = await cluster.sql('SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1', [written?.segment]);
    return rows.length === 1 || undefined;
  };
  await until('the archive to have every segment', isLevel, LEVEL_WITHIN_MS);
}

async function untilSegmentIsArchived(cluster: TestCluster): Promise<void> {
  const newest = async () => {
    const [row] = await cluster.sql<{ name: string }>('SELECT last_archived_wal AS name FROM pg_stat_archiver');
    return row?.name;
  };
  const before = await newest();
  await until(
    'another segment to be archived',
    async () => (await newest()) !== before || undefined,
    ARCHIVED_WITHIN_MS,
  );
}

/** A file that the volume lacks is fetched from its copy. */
async function removeFile(cluster: TestCluster, id: string): Promise<void> {
  const folder = path.join(cluster.directory, 'storage', 'outputs', id);
  await stat(folder);
  await rm(folder, { recursive: true });
}

async function assertReconciled(cluster: TestCluster, history: History): Promise<void> {
  const { creator, jobs, orderedJob, lateJob, payments } = history;
  await creator.refresh();
  await until('every payment since the second to be granted', async () => {
    const rows = await cluster.sql<{ id: string }>(
      `SELECT payments.id FROM billing.payments JOIN billing.lots ON lots.payment_id = payments.id WHERE payments.id = ANY($1)`,
      [payments],
    );
    assert.ok(rows.length <= payments.length, 'A payment was granted twice');
    return rows.length === payments.length || undefined;
  });
  await cluster.untilIdle();
  assert.deepEqual(await cluster.violations(), {});
  for (const id of Object.values(jobs)) {
    await cluster.inState(id, 'succeeded');
    assert.ok((await creator.download(id)).bytes.length > 1_000);
  }
  await cluster.inState(orderedJob, 'succeeded');
  await assert.rejects(creator.getRequest(lateJob), /404/);
  for (const text of ['A ferry in flight', 'A train that waits', GUEST_ORDER.prompt])
    assert.equal((await cluster.submissions(text)).length, 1, `${text} was bought twice`);
  const actions = await cluster.sql<{ action: string }>('SELECT action FROM audit.entries');
  assert.ok(!actions.some(({ action }) => action === 'pack_changed'));
  const next = await creator.generate('A video after the restore');
  await cluster.inState(next, 'succeeded');
  assert.deepEqual(await cluster.violations(), {});
}

async function readIfAny(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
