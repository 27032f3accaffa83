import type { Alert, AlertKind } from '@luit/contracts/alerts/alerts';
import type { LuitClient } from '@luit/smoke/client';
import { OperatorClient } from '@luit/smoke/operator-client';
import { until } from '@luit/smoke/until';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { type Incident, IncidentDrill, SOON_MS } from './incident-drill';
import { RazorpayDashboard } from './razorpay-dashboard';

const TEST_MS = 4 * SOON_MS;
const OUTAGE_SECONDS = 60;
const FREEZE_MS = 80_000;
const JOBS = 12;

const OF_WAITING: AlertKind[] = [
  'queue_not_draining',
  'customers_waiting',
  'submissions_unconfirmed',
  'results_waiting',
];

/** Plays each incident on a complete stack and reads the operator's mailbox. Only a full disk is a test of the worker. */
describe('an incident mails operators once when it opens and once when it is over, and leaves nobody behind', () => {
  let cluster: TestCluster;
  let operator: OperatorClient;
  let drill: IncidentDrill;
  let creator: LuitClient;
  let razorpay: RazorpayDashboard;

  beforeAll(async () => {
    cluster = await TestCluster.open(2, [], { billing: { CHECK_INTERVAL_MS: '500' } });
    operator = await OperatorClient.signIn(cluster.stack);
    drill = new IncidentDrill(cluster, operator);
    creator = await cluster.creator('pro', 2);
    razorpay = new RazorpayDashboard(cluster);
  }, 480_000);

  afterAll(() => cluster.close(), 60_000);

  const kill = (name: string) => {
    cluster.running.kill(name, 'SIGKILL');
    // Otherwise its supervisor would start it again.
    return cluster.running.stopProcess(name);
  };
  const start = (name: string) => cluster.running.startProcess(name);
  const signal = (name: string, what: 'SIGSTOP' | 'SIGCONT') => Promise.resolve(cluster.running.kill(name, what));
  const generate = (jobs: number, prompt = 'A ferry in the fog') =>
    Promise.all(Array.from({ length: jobs }, (_, i) => creator.generate(`${prompt} ${i}`)));
  const opened = (kind: AlertKind) =>
    until<Alert>(
      `an alert ${kind}`,
      async () => (await operator.openAlerts()).find((alert) => alert.kind === kind),
      SOON_MS,
    );
  const incident = (name: string, play: () => Incident) =>
    it(
      name,
      async () => {
        // The session lasts for less than all incidents.
        await creator.refresh();
        await drill.play(name, play());
      },
      TEST_MS,
    );

  incident('all providers are down for a minute while customers wait [G-03]', () => ({
    mails: /provider \w+ is (half )?open/,
    alerts: ['provider_down', 'jobs_failing', ...OF_WAITING],
    start: async () => {
      for (const target of ['replicate', 'fal', 'ark']) await cluster.injectFault(target, 'error:503', OUTAGE_SECONDS);
      await generate(JOBS);
    },
    end: () => Promise.resolve(),
  }));

  incident('a worker freezes, and continues', () => ({
    mails: /1 of 2 workers does not respond: worker-1 /,
    alerts: ['no_worker', 'submissions_unconfirmed'],
    start: () => signal('worker-1', 'SIGSTOP'),
    end: () => signal('worker-1', 'SIGCONT'),
  }));

  incident('a worker is killed while it submits', () => ({
    mails: /1 of 2 workers does not respond: worker-2 /,
    alerts: ['no_worker', 'submissions_unconfirmed'],
    start: async () => {
      await generate(JOBS);
      await kill('worker-2');
    },
    end: () => start('worker-2'),
  }));

  incident('all workers are killed while one job runs and one waits, whose alerts are effects [G-03]', () => ({
    mails: /No worker responds: worker-1, worker-2 /,
    alerts: ['no_worker', 'mails_failing', 'invariant_violated', ...OF_WAITING],
    start: async () => {
      const [running = ''] = await generate(1, 'A ferry at the quay [slow:30]');
      await cluster.inState(running, 'running');
      await Promise.all([kill('worker-1'), kill('worker-2')]);
      await generate(1);
    },
    end: async () => {
      const effect = await opened('queue_not_draining');
      const cause = await opened('no_worker');
      expect(effect).toMatchObject({ causeId: cause.id, told: [] });
      expect(cause.told).toEqual([cluster.stack.adminEmail]);
      await Promise.all([start('worker-1'), start('worker-2')]);
    },
  }));

  for (const service of ['billing', 'generation', 'auth']) {
    incident(`${service} is killed, and started again`, () => ({
      mails: new RegExp(`The service ${service} does not respond`),
      alerts: ['service_unavailable', ...OF_WAITING],
      start: () => kill(service),
      end: () => start(service),
    }));
  }

  incident('billing and generation are killed at once, as with their machine, and started again', () => ({
    mails: /The service (billing|generation) does not respond/,
    alerts: ['service_unavailable', ...OF_WAITING],
    start: () => Promise.all(['billing', 'generation'].map(kill)),
    end: () => Promise.all(['billing', 'generation'].map(start)),
  }));

  incident(`billing is frozen for ${FREEZE_MS / 1_000} s while jobs finish`, () => ({
    mails: /The service billing does not respond/,
    alerts: ['service_unavailable', ...OF_WAITING],
    start: async () => {
      await generate(JOBS);
      await signal('billing', 'SIGSTOP');
    },
    end: async () => {
      await pause(FREEZE_MS / 2);
      await signal('billing', 'SIGCONT');
    },
  }));

  incident('Redis loses all data while jobs wait', () => ({
    mails: /Redis lost its data/,
    alerts: ['redis_emptied', ...OF_WAITING],
    start: async () => {
      await generate(JOBS);
      await cluster.flushRedis();
    },
    end: () => Promise.resolve(),
  }));

  incident('a job never finishes, until it is canceled', () => ({
    mails: /runs far longer than usual/,
    alerts: ['jobs_overdue'],
    start: async () => {
      await generate(4);
      await cluster.untilIdle();
      await generate(1, 'A ferry [slow:3600]');
    },
    end: async () => {
      const [job] = await cluster.sql<{ id: string }>(`SELECT id FROM generation.requests WHERE completed_at IS NULL`);
      await creator.post(`/api/requests/${job?.id}/cancel`, {});
    },
  }));

  incident('the webhook and the response of a payment are lost', () => ({
    mails: null,
    alerts: [],
    start: async () => {
      const order = await creator.orderPack('starter');
      const { credits } = await creator.balance();
      await creator.checkout(order.razorpayOrderId, 'callback_lost', 'none');
      const isGranted = async () => (await creator.balance()).credits > credits || undefined;
      await until('the credits of the payment', isGranted, SOON_MS);
    },
    end: () => Promise.resolve(),
  }));

  let paymentId: string;

  incident('a payment differs from its order, until it is refunded [G-03]', () => ({
    mails: /₹1.00 does not match/,
    alerts: ['payment_mismatch'],
    start: async () => {
      const { razorpayOrderId } = await creator.orderPack('starter');
      paymentId = await razorpay.pay({ order_id: razorpayOrderId, amount: 100 });
    },
    end: () => razorpay.refund(paymentId),
  }));

  incident('the buyer of a captured payment is unknown, until it is refunded [G-03]', () => ({
    mails: /Luit knows neither its order nor its buyer/,
    alerts: ['payment_not_granted'],
    start: async () => {
      paymentId = await razorpay.pay({ order_id: await razorpay.createOrderOfUnknownBuyer() });
    },
    end: () => razorpay.refund(paymentId),
  }));

  incident('a customer disputes a payment, until the dispute is won', () => {
    let disputeId: string;
    return {
      mails: /A customer disputes/,
      alerts: ['payment_disputed'],
      start: async () => {
        const { razorpayOrderId } = await creator.orderPack('starter');
        const paid = await creator.checkout(razorpayOrderId);
        await creator.verify(paid);
        disputeId = await razorpay.dispute(paid.razorpay_payment_id);
      },
      end: () => razorpay.winDispute(disputeId),
    };
  });

  incident('Razorpay refuses a refund, until its balance is enough', () => ({
    mails: /refund of .* is owed and not paid/,
    alerts: ['refund_overdue'],
    start: async () => {
      const { transactionId } = await creator.buyPack('starter');
      await cluster.injectFault('razorpay', 'low_balance', 600);
      await creator.post(`/api/payments/${transactionId}/refund`, {}, { 'idempotency-key': randomUUID() });
    },
    end: async () => {
      await cluster.injectFault('razorpay', 'low_balance', 0);
      const refunds = await cluster.sql<{ id: string }>(`SELECT id FROM billing.overdue_refunds`);
      for (const { id } of refunds) await operator.send('POST', `refunds/${id}/retry`, {});
    },
  }));

  incident('a balance is changed manually, until it is corrected [G-03]', () => {
    const change = (credits: number) =>
      cluster.sql('UPDATE billing.accounts SET available = available + $1 WHERE user_id = $2', [
        credits,
        creator.session?.user.id,
      ]);
    return {
      mails: /^Luit alert( resolved)?: I1 is violated/,
      alerts: ['invariant_violated'],
      start: () => change(5),
      end: () => change(-5),
    };
  });
});
