import type { Alert, AlertKind } from '@luit/contracts/alerts/alerts';
import type { LuitClient } from '@luit/smoke/client';
import { OperatorClient } from '@luit/smoke/operator-client';
import { until } from '@luit/smoke/until';
import { TestCluster } from '../test-cluster';
import { RazorpayDashboard } from './razorpay-dashboard';

/** Longer than a job waits before operators are alerted, and than a circuit breaker stays open. */
const SOON_MS = 420_000;
const TEST_MS = 2 * SOON_MS + 60_000;

/**
 * Opens each alert of the operators' app by injecting its cause into a complete stack, and closes it by ending the cause. A full disk is a
 * test of the worker. The tests never write the data that an alert reads; they only create its cause.
 */
describe('the operators', () => {
  let cluster: TestCluster;
  /** Creates the jobs that fail or wait. */
  let creator: LuitClient;
  let buyer: LuitClient;
  let operator: OperatorClient;
  let razorpay: RazorpayDashboard;

  beforeAll(async () => {
    cluster = await TestCluster.open(1, [], {
      billing: { CHECK_INTERVAL_MS: '500' },
      generation: { MODEL_PROVIDERS: '{"seedance":["replicate"]}' },
    });
    creator = await cluster.creator('starter');
    buyer = await cluster.creator('starter');
    operator = await OperatorClient.signIn(cluster.stack);
    razorpay = new RazorpayDashboard(cluster);
  }, 120_000);

  afterAll(() => cluster.close(), 60_000);

  const opened = (kind: AlertKind, matches: (alert: Alert) => boolean = () => true) =>
    until(
      `an alert ${kind}`,
      async () => (await operator.openAlerts()).find((alert) => alert.kind === kind && matches(alert)),
      SOON_MS,
    );
  const closed = ({ id, kind }: Alert) =>
    until(
      `the alert ${kind} to close`,
      async () => (await operator.openAlerts()).every((open) => open.id !== id) || undefined,
      SOON_MS,
    );
  /** Reports of an open alert send no second mail. */
  const expectOneMail = async ({ summary }: Alert) => {
    const count = await until(
      `a mail “${summary}”`,
      async () => (await operator.mailed(summary)) || undefined,
      SOON_MS,
    );
    expect(count).toBe(1);
  };
  const expectToClose = async (alert: Alert, undo: () => Promise<unknown>) => {
    expect(alert.action).not.toBe('');
    await undo();
    await closed(alert);
    await expectOneMail(alert);
  };

  it(
    'are alerted while no worker runs and jobs wait, with one mail [G-03]',
    async () => {
      await cluster.running.stopProcess('worker-1');
      await creator.generate('A ferry that waits');
      const cause = await opened('no_worker');
      const effect = await opened('queue_not_draining');
      expect(effect.summary).toContain('for replicate');
      expect(effect).toMatchObject({ causeId: cause.id, told: [] });
      await expectToClose(cause, () => cluster.running.startProcess('worker-1'));
      await closed(effect);
      expect(await operator.mailed(effect.summary)).toBe(0);
    },
    TEST_MS,
  );

  it(
    'are alerted to a provider that rejects every job, until it accepts one [G-03]',
    async () => {
      await cluster.injectFault('replicate', 'error:500', 600);
      await Promise.all([1, 2, 3, 4, 5, 6].map((i) => creator.generate(`A ferry that is rejected ${i}`)));
      const alert = await opened('provider_down');
      expect(alert.subject).toBe('replicate');
      await expectToClose(alert, () => cluster.injectFault('replicate', 'error:500', 0));
    },
    TEST_MS,
  );

  it(
    'are alerted to a payment whose amount differs from its order, until it is refunded [G-03]',
    async () => {
      const order = await buyer.orderPack('starter');
      const paymentId = await razorpay.pay({ order_id: order.razorpayOrderId, amount: 100 });
      const alert = await opened('payment_mismatch', ({ subject }) => subject === paymentId);
      expect(alert.summary).toContain('₹1 does not match');
      const before = (await buyer.balance()).credits;
      await expectToClose(alert, () => razorpay.refund(paymentId));
      expect((await buyer.balance()).credits).toBe(before);
    },
    TEST_MS,
  );

  it(
    'are alerted to a captured payment of an unknown buyer, until it is refunded [G-03]',
    async () => {
      const paymentId = await razorpay.pay({ order_id: await razorpay.createOrderOfUnknownBuyer() });
      const alert = await opened('payment_not_granted', ({ summary }) => summary.includes(paymentId));
      await expectToClose(alert, () => razorpay.refund(paymentId));
    },
    TEST_MS,
  );

  it(
    'are alerted to a balance that was changed manually, until it is corrected [G-03]',
    async () => {
      const change = (credits: number) =>
        cluster.sql('UPDATE billing.accounts SET available = available + $1 WHERE user_id = $2', [
          credits,
          buyer.session?.user.id,
        ]);
      await change(5);
      const alert = await opened('invariant_violated');
      expect(alert.summary).toMatch(/^I1 does not hold/);
      await expectToClose(alert, () => change(-5));
      await until('all alerts to close', async () => (await operator.openAlerts()).length === 0 || undefined, SOON_MS);
    },
    TEST_MS,
  );

  it('find every job finished and every hold settled in the end', () => cluster.untilIdle(), TEST_MS);
});
