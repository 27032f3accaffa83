import type { Alert, AlertKind } from '@luit/contracts/alerts/alerts';
import type { LuitClient } from '@luit/smoke/client';
import { OperatorClient } from '@luit/smoke/operator-client';
import { until } from '@luit/smoke/until';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestCluster } from '../test-cluster';
import { RazorpayDashboard } from './razorpay-dashboard';

const SOON_MS = 60_000;
/** Others write to the same disk; what fills it has to be more. */
const FILLING_BYTES = 32 * 2 ** 20;

/**
 * Each alert of the operators' app, opened by causing its cause in a whole stack and closed by taking the cause away. Intervals
 * are short, thresholds low; nothing is written where an alert looks, but where what it looks for would come from.
 */
describe('an operator', () => {
  let cluster: TestCluster;
  /** Whose jobs have their troubles, and end when they end. */
  let creator: LuitClient;
  let buyer: LuitClient;
  let operator: OperatorClient;
  let razorpay: RazorpayDashboard;
  /** In memory where there is such a folder: a disk of its own that nobody else fills meanwhile. */
  let disk: string;

  beforeAll(async () => {
    disk = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'luit-disk-'));
    const { blocks, bavail, bsize } = await statfs(disk);
    const alertAt = 1 - (bavail - FILLING_BYTES / 2 / bsize) / blocks;
    cluster = await TestCluster.open(1, [], {
      billing: { INVARIANTS_INTERVAL_MS: '500', COMPARE_PAYMENTS_INTERVAL_MS: '500' },
      generation: {
        QUEUE_ALERT_MS: '1000',
        BREAKER_FAILURES: '2',
        BREAKER_OPEN_MS: '500',
        MODEL_PROVIDERS: '{"seedance":["replicate"]}',
      },
      worker: { STORAGE_DIR: disk, DISK_ALERT_PERCENT: String(alertAt * 100) },
      gateway: { STORAGE_DIR: disk },
    });
    creator = await cluster.creator('starter');
    buyer = await cluster.creator('starter');
    operator = await OperatorClient.signIn(cluster.stack);
    razorpay = new RazorpayDashboard(cluster);
  }, 120_000);

  afterAll(async () => {
    await cluster.close();
    await rm(disk, { recursive: true, force: true });
  }, 60_000);

  const opened = (kind: AlertKind, isIt: (alert: Alert) => boolean = () => true) =>
    until(
      `an alert ${kind}`,
      async () => (await operator.openAlerts()).find((alert) => alert.kind === kind && isIt(alert)),
      SOON_MS,
    );
  const closed = ({ id, kind }: Alert) =>
    until(
      `the alert ${kind} to close`,
      async () => (await operator.openAlerts()).every((open) => open.id !== id) || undefined,
      SOON_MS,
    );
  /** Its opening was mailed; told again and again meanwhile, no second mail came. */
  const isMailedOnce = async ({ summary }: Alert) => {
    const count = await until(
      `a mail “${summary}”`,
      async () => (await operator.mailed(summary)) || undefined,
      SOON_MS,
    );
    expect(count).toBe(1);
  };
  const told = async (alert: Alert, undo: () => Promise<unknown>) => {
    expect(alert.action).not.toBe('');
    await undo();
    await closed(alert);
    await isMailedOnce(alert);
  };

  it('G-03: is told that jobs wait and none is taken, while no worker runs', async () => {
    await cluster.running.stopProcess('worker-1');
    await creator.generate('A ferry that nobody takes');
    const alert = await opened('queue_not_draining');
    expect(alert.summary).toContain('for replicate');
    await told(alert, () => cluster.running.startProcess('worker-1'));
  }, 180_000);

  it('G-03: is told of a provider that refuses every job, until it takes one', async () => {
    await cluster.fault('replicate', 'error:500', 600);
    await Promise.all([1, 2, 3].map((i) => creator.generate(`A ferry that is refused ${i}`)));
    const alert = await opened('provider_down');
    expect(alert.subject).toBe('replicate');
    await told(alert, () => cluster.fault('replicate', 'error:500', 0));
  }, 180_000);

  it('G-03: is told of a payment of another amount than its order, until it went back', async () => {
    const order = await buyer.orderPack('starter');
    const paymentId = await razorpay.pay({ order_id: order.razorpayOrderId, amount: 100 });
    const alert = await opened('payment_mismatch', ({ subject }) => subject === paymentId);
    expect(alert.summary).toContain('₹1 does not match');
    const before = (await buyer.balance()).credits;
    await told(alert, () => razorpay.refund(paymentId));
    expect((await buyer.balance()).credits).toBe(before);
  }, 180_000);

  it('G-03: is told of a captured payment that can be granted to nobody, until it went back', async () => {
    const paymentId = await razorpay.pay({ order_id: await razorpay.createOrderOfUnknownBuyer() });
    const alert = await opened('payment_not_granted', ({ summary }) => summary.includes(paymentId));
    await told(alert, () => razorpay.refund(paymentId));
  }, 180_000);

  it('G-03: is told of a balance that somebody changed by hand, until it is right again', async () => {
    const change = (credits: number) =>
      cluster.sql('UPDATE billing.accounts SET available = available + $1 WHERE user_id = $2', [
        credits,
        buyer.session?.user.id,
      ]);
    await change(5);
    const alert = await opened('invariant_violated');
    expect(alert.summary).toMatch(/^I1 does not hold/);
    await told(alert, () => change(-5));
    await until('all alerts to close', async () => (await operator.openAlerts()).length === 0 || undefined, SOON_MS);
  }, 180_000);

  it('G-03: is told of a disk that fills up, until there is room', async () => {
    const filling = path.join(disk, 'filling');
    await writeFile(filling, Buffer.alloc(FILLING_BYTES));
    const alert = await opened('disk_nearly_full');
    expect(alert.summary).toContain(disk);
    await told(alert, () => rm(filling));
  }, 180_000);

  it('finds every job ended and every hold settled, once all is right again', () => cluster.untilQuiet(), 180_000);
});
