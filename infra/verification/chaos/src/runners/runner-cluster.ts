import { until } from '@luit/smoke/until';
import { TestCluster } from '../test-cluster';
import { prepareRunners } from './prepare-runners';
import { RunnerMachine } from './runner-machine';

/** What all machines have, at the sandbox. */
const SERVER = 'sglang';

/** A job of a runner, as generation keeps it. */
export interface RunnerJobRow {
  id: string;
  state: string;
  lease: number;
  runner_id: string | null;
}

/** A complete stack whose videos are made by runners first, and by a vendor if that is impossible. */
export class RunnerCluster {
  readonly machines: RunnerMachine[] = [];

  private constructor(
    readonly cluster: TestCluster,
    private readonly token: string,
  ) {}

  static async open(): Promise<RunnerCluster> {
    const cluster = await TestCluster.open(1, [], { sandbox: { SANDBOX_SECONDS_PER_VIDEO: '3' } });
    const token = await prepareRunners((text, values) => cluster.sql(text, values));
    return new RunnerCluster(cluster, token);
  }

  async close(): Promise<void> {
    for (const machine of this.machines) await machine.close();
    await this.cluster.close(true);
  }

  async addMachine(): Promise<RunnerMachine> {
    const { sandbox } = this.cluster.stack;
    const machine = await RunnerMachine.start(this.gatewayPort, this.token, `${SERVER}=${sandbox}/${SERVER}`);
    this.machines.push(machine);
    const expected = this.machines.length;
    await until('the runner to be online', async () => {
      const [row] = await this.cluster.sql<{ online: number }>(
        `SELECT count(*)::int AS online FROM generation.runners WHERE seen_at > now() - interval '15 seconds'`,
      );
      return row!.online >= expected || undefined;
    });
    return machine;
  }

  /** The server of all machines forgets its tasks, as after a restart. */
  async restartServer(): Promise<void> {
    const response = await fetch(`${this.cluster.stack.sandbox}/control/restart`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target: SERVER }),
    });
    if (!response.ok) throw new Error(`The sandbox answers with ${response.status}`);
  }

  get gatewayPort(): number {
    return Number(new URL(this.cluster.stack.api).port);
  }

  /** Waits until the job of a request is in this state. */
  jobOf(requestId: string, ...states: string[]): Promise<RunnerJobRow> {
    return until(`the runner's job to be ${states.join(' or ')}`, async () => {
      const [row] = await this.cluster.sql<RunnerJobRow>(
        'SELECT id, state, lease, runner_id FROM generation.runner_jobs WHERE request_id = $1',
        [requestId],
      );
      return row && states.includes(row.state) ? row : undefined;
    });
  }
}
