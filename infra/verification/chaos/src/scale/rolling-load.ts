import { atConstantRate, plainRequest } from '../constant-rate';
import { createRunReport } from '../runs/run-report';
import { createUsers, type VirtualUser } from '../runs/virtual-user';
import type { TestCluster } from '../test-cluster';

const USERS = 4;
const REQUEST_INTERVAL_MS = 700;
const READ_INTERVAL_MS = 150;
const PURCHASE_INTERVAL_MS = 5_000;
/** One in five jobs renders a video; the others fail early. */
const VIDEO_EVERY = 5;
/** The only status that clients may have to retry while a process is replaced. */
const ALLOWED_STATUS = '503';

export interface RollingLoadResult {
  jobs: number;
  reads: number;
  purchases: number;
  /** Responses that clients had to retry, by status or kind of error. */
  transientErrors: Record<string, number>;
  /** One sentence each; empty if nothing was lost, failed, bought twice or charged wrongly. */
  problems: string[];
}

/** Users that request jobs, read their balances and buy packs, at a constant rate. */
export class RollingLoad {
  private reads = 0;
  private purchases = 0;
  private isOver = false;
  private readonly running: Promise<unknown>;

  private constructor(
    private readonly cluster: TestCluster,
    private readonly users: VirtualUser[],
  ) {
    this.running = Promise.all([
      this.every(REQUEST_INTERVAL_MS, (user, turn) =>
        user.perform(plainRequest(turn % VIDEO_EVERY === 0 ? '' : '[slow:1][fail:technical]')),
      ),
      this.every(READ_INTERVAL_MS, async (user) => {
        await user.retry(() => user.client.balance());
        this.reads += 1;
      }),
      this.every(PURCHASE_INTERVAL_MS, async (user) => {
        await user.buy();
        this.purchases += 1;
      }),
    ]);
  }

  static async start(cluster: TestCluster): Promise<RollingLoad> {
    return new RollingLoad(cluster, await createUsers(cluster, USERS));
  }

  /** Stops the load, waits until everything has ended, and checks it. */
  async end(): Promise<RollingLoadResult> {
    this.isOver = true;
    await this.running;
    const report = await createRunReport(this.cluster, this.users);
    for (const user of this.users) user.leave();
    const transientErrors = sumOf(this.users.map((user) => user.transientErrors));
    const unexpected = Object.entries(transientErrors).filter(([name]) => name !== ALLOWED_STATUS);
    const problems = [
      ...report.problems,
      ...unexpected.map(([name, count]) => `${count} requests ended with ${name}`),
      ...this.users.flatMap(({ repeatedFailures }) => repeatedFailures.map((name) => `A retry ended with ${name}`)),
      ...Object.entries(report.unexpected).map(([code, count]) => `${count} jobs failed unexpected: ${code}`),
    ];
    if (report.extraTasks > 0) problems.push(`Providers ran ${report.extraTasks} extra tasks`);
    if (problems.length > 0) console.log(`Logs: ${await this.cluster.saveLogs()}`);
    const jobs = this.users.reduce((sum, { accepted }) => sum + accepted.length, 0);
    return { jobs, reads: this.reads, purchases: this.purchases, transientErrors, problems };
  }

  private every(intervalMs: number, work: (user: VirtualUser, turn: number) => Promise<void>): Promise<void> {
    return atConstantRate(
      intervalMs,
      () => this.isOver,
      (turn) => work(this.users[turn % USERS] as VirtualUser, turn),
    );
  }
}

function sumOf(counts: Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((each) => Object.entries(each))) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
