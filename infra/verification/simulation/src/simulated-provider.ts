import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import {
  type Capabilities,
  ProviderReadError,
  type Submission,
  type SubmitResult,
  type TaskStatus,
} from '@luit/engines/engine';
import type { Provider, WebhookResult } from '@luit/worker/providers/provider';
import type { World } from './world';

/** A task at the vendor. */
export interface VendorTask {
  id: string;
  clientRef: string;
  webhookUrl: string | null;
  state: TaskStatus['state'];
  /** When lists and callbacks know it. */
  visibleAt: number;
}

export interface ProviderFaults {
  /** The result of a submission. `lost`: not created, but the answer suggests that it may have been. */
  submission(): 'accepted' | 'refused' | 'unknown' | 'lost' | 'invalid' | 'rate limited';
  /** The delay that a rate limit asks for. */
  retryAfterMs(): number;
  readFails(): boolean;
  delayMs(): number;
  outcome(): 'succeeded' | 'failed' | 'never';
  /** How often each callback arrives, and when. */
  callbackDelaysMs(): number[];
}

const NO_FAULTS: ProviderFaults = {
  submission: () => 'accepted',
  retryAfterMs: () => 0,
  readFails: () => false,
  delayMs: () => 0,
  outcome: () => 'succeeded',
  callbackDelaysMs: () => [0],
};

/** After a worker has sent a submission; longer than the request may take. */
const REPORTED_WITHIN_MS = 8_000;
/** Share of tasks that appear in lists some time after their creation, as late as the vendor promises at most. */
const LISTED_LATE = 0.5;
const RUN_MS = { least: 500, most: 8_000 };

/** A vendor of models. It keeps its tasks when our processes crash. */
export class SimulatedProvider implements Provider {
  readonly capabilities: Capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: true,
    progress: true,
    reportedWithinMs: REPORTED_WITHIN_MS,
  };
  readonly tasks: VendorTask[] = [];
  faults: ProviderFaults = NO_FAULTS;
  isDown = false;
  /** Receives callbacks. */
  onCallback: (webhookUrl: string, body: string) => void = () => undefined;

  constructor(
    private readonly world: World,
    readonly name: string,
  ) {}

  submit({ task }: Submission): Promise<SubmitResult> {
    const sentAt = this.world.now;
    return this.request(
      `submit ${task.clientRef}`,
      () => {
        if (this.isDown) return { result: 'retry', failure: failure('503') };
        const fate = this.faults.submission();
        if (fate !== 'accepted') this.world.log(this.name, `FAULT: submission is ${fate}`);
        if (fate === 'refused') return { result: 'retry', failure: failure('503'), retryAfterMs: 2_000 };
        if (fate === 'rate limited') {
          const retryAfterMs = this.faults.retryAfterMs();
          return { result: 'retry', failure: failure('429', 'quota'), retryAfterMs };
        }
        if (fate === 'invalid') return { result: 'rejected', failure: failure('422') };
        if (fate === 'lost') return { result: 'unknown', failure: failure('timeout') };
        const created = this.create(task, sentAt);
        if (fate === 'unknown') return { result: 'unknown', failure: failure('timeout') };
        return { result: 'submitted', externalId: created.id };
      },
      true,
    );
  }

  get(externalId: string): Promise<TaskStatus> {
    return this.request(`get ${externalId}`, () => {
      this.requireReadable();
      const state = this.tasks.find(({ id }) => id === externalId)?.state ?? 'expired';
      return {
        state,
        progress: state === 'running' ? 50 : null,
        outputUrl: state === 'succeeded' ? outputUrlOf(externalId) : null,
        failure: state === 'failed' ? failure('failed') : null,
      };
    });
  }

  findByRef(task: ProviderTask): Promise<string | null> {
    return this.request(`search ${task.clientRef}`, () => {
      this.requireReadable();
      const visible = this.tasks.filter(({ visibleAt }) => visibleAt <= this.world.now);
      return visible.find(({ clientRef }) => clientRef === task.clientRef)?.id ?? null;
    });
  }

  cancel(externalId: string): Promise<'accepted' | 'too_late'> {
    return this.request(`cancel ${externalId}`, () => {
      this.requireReadable();
      const task = this.tasks.find(({ id }) => id === externalId);
      if (!task || !isLive(task)) return 'too_late';
      this.end(task, 'canceled');
      return 'accepted';
    });
  }

  check(): Promise<void> {
    return this.request('check', () => this.requireReadable());
  }

  verifyCallback(_task: ProviderTask, _headers: Record<string, string>, rawBody: Buffer): Promise<WebhookResult> {
    const { id, status } = JSON.parse(rawBody.toString()) as { id: string; status: string };
    return Promise.resolve({ externalId: id, ...(status === 'succeeded' && { outputUrl: outputUrlOf(id) }) });
  }

  private request<T>(label: string, run: () => T, isSent = false): Promise<T> {
    const work = (): T => {
      const result = run();
      this.world.log(this.name, `${label}: ${JSON.stringify(result)}`);
      return result;
    };
    return this.world.operation(`${this.name}: ${label}`, work, { delayMs: this.faults.delayMs(), isSent });
  }

  private create({ clientRef, webhookUrl }: ProviderTask, sentAt: number): VendorTask {
    const { random, now } = this.world;
    const task: VendorTask = {
      id: `${this.name}-${this.tasks.length + 1}`,
      clientRef,
      webhookUrl: webhookUrl ?? null,
      state: 'running',
      visibleAt: random.chance(LISTED_LATE) ? random.int(now, sentAt + REPORTED_WITHIN_MS - 1) : now,
    };
    this.tasks.push(task);
    this.world.log(this.name, `${task.id} runs for ${clientRef}`);
    const outcome = this.faults.outcome();
    if (outcome === 'never') this.world.log(this.name, `FAULT: ${task.id} never ends`);
    else
      this.world.after(random.int(RUN_MS.least, RUN_MS.most), `${task.id} ${outcome}`, () => this.end(task, outcome));
    return task;
  }

  private end(task: VendorTask, state: TaskStatus['state']): void {
    if (!isLive(task)) return;
    task.state = state;
    this.world.log(this.name, `${task.id} ${state}`);
    const { webhookUrl } = task;
    if (!webhookUrl) return;
    for (const delayMs of this.faults.callbackDelaysMs()) {
      const body = JSON.stringify({ id: task.id, status: state });
      this.world.after(delayMs, `callback of ${task.id}`, () => this.onCallback(webhookUrl, body));
    }
  }

  private requireReadable(): void {
    if (this.isDown || this.faults.readFails()) throw new ProviderReadError(failure('503'));
  }
}

export function isLive({ state }: VendorTask): boolean {
  return state === 'queued' || state === 'running';
}

function outputUrlOf(externalId: string): string {
  return `https://vendor.test/${externalId}.mp4`;
}

function failure(code: string, kind: ProviderFailure['kind'] = 'provider'): ProviderFailure {
  return { kind, code, message: `The vendor answered ${code}` };
}
