import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { Capabilities, Submission, SubmitResult, TaskStatus } from '@luit/engines/engine';
import type { Provider, WebhookResult } from './provider';
import { failure, readError } from '@luit/engines/failures';

/** Stands for the output of a test until it is rendered, before a ratio such as `16x9`. */
export const TEST_OUTPUT = 'test:';

/** How long a task runs, milliseconds. */
const RUN_MS = 2_000;
const SLOW_RUN_MS = 60_000;

/** Words in a prompt that end its task in a way that API clients must be able to handle. */
const DIRECTIVE = /\btest: (fail|refuse|slow)\b/i;
type Ending = 'fail' | 'refuse' | 'slow' | 'succeed';

/**
 * A task id says everything about its task: its ending, its aspect ratio, its start in milliseconds since the Unix epoch, and the client
 * reference.
 */
const TASK_ID = /^test-(fail|refuse|slow|succeed)-(\d+x\d+)-(\d+)-./;

const FAILURES: Partial<Record<Ending, ProviderFailure>> = {
  fail: failure('provider', 'test_failure', 'The prompt contains test: fail'),
  refuse: failure('moderation', 'test_refusal', 'The prompt contains test: refuse'),
};

/**
 * Runs the requests of test keys in the worker itself: without a model, money or another party. The id of a task says
 * all about it, so any worker can read any task.
 */
export class TestProvider implements Provider {
  readonly capabilities: Capabilities = {
    cancelQueued: true,
    cancelRunning: true,
    signedWebhook: false,
    progress: true,
    reportedWithinMs: 0,
  };
  /** Until they are read, which follows in the same process. */
  private readonly canceled = new Set<string>();

  submit({ task }: Submission): Promise<SubmitResult> {
    const parts = ['test', endingOf(task), ratioOf(task), Date.now(), task.clientRef];
    return Promise.resolve({ result: 'submitted', externalId: parts.join('-') });
  }

  get(externalId: string): Promise<TaskStatus> {
    return Promise.resolve(externalId).then((id) => this.read(id));
  }

  /** Its tasks exist once their id is recorded, so there is never one to find. */
  findByRef(): Promise<null> {
    return Promise.resolve(null);
  }

  /** The tracker reads the task in the same process next; after a crash, generation has it canceled again. */
  cancel(externalId: string): Promise<'accepted'> {
    this.canceled.add(externalId);
    return Promise.resolve('accepted');
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  verifyCallback(): Promise<WebhookResult> {
    return Promise.resolve({ refusal: 'the test provider calls nobody back' });
  }

  private read(externalId: string): TaskStatus {
    const { ending, ratio, startedAt } = parse(externalId);
    if (this.canceled.delete(externalId)) return statusOf('canceled');
    const runMs = ending === 'slow' ? SLOW_RUN_MS : RUN_MS;
    const passedMs = Math.max(0, Date.now() - startedAt);
    if (passedMs < runMs) return { ...statusOf('running'), progress: Math.floor((100 * passedMs) / runMs) };
    const failed = FAILURES[ending];
    if (failed) return { ...statusOf('failed'), failure: failed };
    return { ...statusOf('succeeded'), progress: 100, outputUrl: TEST_OUTPUT + ratio };
  }
}

function endingOf({ prompt }: ProviderTask): Ending {
  const [, directive] = DIRECTIVE.exec(prompt) ?? [];
  return (directive?.toLowerCase() as Ending | undefined) ?? 'succeed';
}

/** What keeps the ratio of its image has 16:9 instead. */
function ratioOf({ options }: ProviderTask): string {
  const ratio = options?.aspectRatio ?? 'original';
  return (ratio === 'original' ? '16:9' : ratio).replace(':', 'x');
}

function parse(externalId: string): { ending: Ending; ratio: string; startedAt: number } {
  const [, ending, ratio = '', startedAt] = TASK_ID.exec(externalId) ?? [];
  if (!ending) throw readError('unknown_task', 'This is no task of the test provider');
  return { ending: ending as Ending, ratio, startedAt: Number(startedAt) };
}

function statusOf(state: TaskStatus['state']): TaskStatus {
  return { state, progress: null, outputUrl: null, failure: null };
}
