import type { Alert } from '@luit/contracts/alerts/alerts';
import { mailsTo } from '@luit/smoke/mailbox';
import { OperatorClient } from '@luit/smoke/operator-client';
import { until } from '@luit/smoke/until';
import { TestCluster } from '../test-cluster';

/** How soon operators get a mail after the last sign of life. */
const MAILED_WITHIN_MS = 60_000;
/** Longer than a starting process takes on a busy machine, and than jobs wait before operators are alerted. */
const SOON_MS = 420_000;
const TEST_MS = 2 * SOON_MS;

const isEnd = (subject: string) => subject.startsWith('Luit alert resolved');

/**
 * Kills or freezes each process of a complete stack and reads the operator's mailbox: one mail when the process is missed, one when it is back,
 * and none about the effects.
 */
describe('an operator gets one mail that a process is missing, and one that it is back', () => {
  let cluster: TestCluster;
  let operator: OperatorClient;

  beforeAll(async () => {
    cluster = await TestCluster.open(2);
    operator = await OperatorClient.signIn(cluster.stack);
  }, 240_000);

  afterAll(() => cluster.close(), 60_000);

  const subjects = async () => {
    const mails = await mailsTo(cluster.stack.mailbox, cluster.stack.adminEmail);
    return mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('Luit alert'));
  };
  /** Expects a mail with `problem` after `start`, and one that it is over after `end`, and no other alert. */
  const expectTwoMails = async (problem: RegExp, start: () => unknown, end: () => Promise<unknown>) => {
    const before = await subjects();
    const news = async () => (await subjects()).slice(before.length);
    await start();
    const startedAt = Date.now();
    await until(`a mail ${problem}`, async () => (await news()).length > 0 || undefined, MAILED_WITHIN_MS);
    process.stdout.write(`${problem.source}: mailed after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`);
    await end();
    await until(`the end of ${problem}`, async () => (await news()).some(isEnd) || undefined, SOON_MS);
    const [opened, closed, ...others] = (await news()).sort((a, b) => Number(isEnd(a)) - Number(isEnd(b)));
    expect(opened).toMatch(problem);
    expect(closed).toMatch(problem);
    expect(others).toEqual([]);
  };
  const kill = (name: string) => {
    cluster.running.kill(name, 'SIGKILL');
    // Otherwise its supervisor would start it again.
    return cluster.running.stopProcess(name);
  };
  const start = (name: string) => cluster.running.startProcess(name);

  it(
    'when a worker freezes, and continues',
    () =>
      expectTwoMails(
        /1 of 2 workers does not respond: worker-1 /,
        () => cluster.running.kill('worker-1', 'SIGSTOP'),
        () => Promise.resolve(cluster.running.kill('worker-1', 'SIGCONT')),
      ),
    TEST_MS,
  );

  for (const service of ['billing', 'generation', 'auth']) {
    it(
      `when ${service} is killed, and started again`,
      () =>
        expectTwoMails(
          new RegExp(`The service ${service} does not respond`),
          () => kill(service),
          () => start(service),
        ),
      TEST_MS,
    );
  }

  it(
    'when all workers are killed while a job waits, whose alerts are listed as effects',
    async () => {
      const creator = await cluster.creator('starter');
      await expectTwoMails(
        /No worker responds: worker-1, worker-2 /,
        async () => {
          await Promise.all([kill('worker-1'), kill('worker-2')]);
          await creator.generate('A ferry that waits');
        },
        async () => {
          const effect = await until<Alert>(
            'an alert about the waiting job',
            async () => (await operator.openAlerts()).find(({ kind }) => kind === 'queue_not_draining'),
            SOON_MS,
          );
          const cause = (await operator.openAlerts()).find(({ kind }) => kind === 'no_worker');
          expect(effect).toMatchObject({ causeId: cause?.id, told: [] });
          expect(cause?.told).toEqual([cluster.stack.adminEmail]);
          await Promise.all([start('worker-1'), start('worker-2')]);
        },
      );
      await until('all alerts to close', async () => (await operator.openAlerts()).length === 0 || undefined, SOON_MS);
      await cluster.untilIdle();
    },
    TEST_MS,
  );
});
