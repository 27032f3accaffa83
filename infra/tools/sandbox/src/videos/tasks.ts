import { setTimeout as delay } from 'node:timers/promises';
import { predictionId } from '../ids';
import type { Collection } from '../journal';
import { outputPaths } from './file-routes';
import type { OutputFiles } from './output-files';
import { parseDirectives, type Directives } from './directives';
import { promptOf, type Work } from './work';

export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled';

/** A task of a vendor, in a format that all vendors share. Times are milliseconds. */
export interface VideoTask {
  /** In the vendor's format. */
  id: string;
  /** Name of the output file. */
  file: string;
  model: string;
  work: Work;
  directives: Directives;
  /** Origin under which the client reaches the vendor. */
  origin: string;
  state: TaskState;
  /** Links of its files. */
  output: string[];
  /** Why it failed unexpectedly, without a directive. */
  failure: string | null;
  callbackUrl: string | null;
  /** Request fields that only this vendor has. */
  vendorFields: Record<string, unknown>;
  createdAt: number;
  startedAt: number | null;
  updatedAt: number;
}

export type NewVideoTask = Pick<VideoTask, 'id' | 'model' | 'work' | 'origin' | 'callbackUrl' | 'vendorFields'> & {
  neverFinishes: boolean;
};

/** Shares of the run time after which a task starts to run, and after which it fails. */
const STARTS_AT = 0.1;
const FAILS_AT = 0.5;

/** The tasks of one vendor. After a restart they resume, with their timing still based on their creation. */
export class VideoTasks {
  private readonly running = new Map<string, AbortController>();
  private readonly polls = new Map<string, number>();

  /** @param changed called after every state change */
  constructor(
    readonly stored: Collection<VideoTask>,
    private readonly files: OutputFiles,
    private readonly secondsPerVideo: number,
    private readonly changed: (task: VideoTask) => void,
  ) {}

  resume(): void {
    for (const task of this.live()) this.start(task);
  }

  create({ neverFinishes, ...request }: NewVideoTask): VideoTask {
    const directives = parseDirectives(promptOf(request.work), this.secondsPerVideo);
    const now = Date.now();
    const task: VideoTask = {
      ...request,
      file: predictionId(),
      directives: neverFinishes ? { ...directives, outcome: 'never' } : directives,
      state: 'queued',
      output: [],
      failure: null,
      createdAt: now,
      startedAt: null,
      updatedAt: now,
    };
    this.stored.put(task);
    this.start(task);
    return task;
  }

  /** The task as a poll returns it: a flapping task changes its state between polls. */
  poll(id: string): VideoTask | undefined {
    const task = this.stored.get(id);
    if (!task?.directives.isFlapping || task.state !== 'succeeded') return task;
    const polls = (this.polls.get(id) ?? 0) + 1;
    this.polls.set(id, polls);
    if (polls === 1) return task;
    return { ...task, output: [], state: polls === 2 ? 'running' : 'failed' };
  }

  /** Newest first. */
  all(): VideoTask[] {
    return this.stored.values().reverse();
  }

  live(): VideoTask[] {
    return this.stored.values().filter(({ state }) => state === 'queued' || state === 'running');
  }

  cancel(task: VideoTask): void {
    this.end(task, 'canceled');
  }

  /** Deletes a task without a trace, as a vendor that lost data. */
  forget(id: string): void {
    this.running.get(id)?.abort();
    this.stored.delete(id);
  }

  close(): void {
    for (const controller of this.running.values()) controller.abort();
  }

  private start(task: VideoTask): void {
    const controller = new AbortController();
    this.running.set(task.id, controller);
    this.run(task, controller.signal).catch((error: unknown) => {
      if (controller.signal.aborted) return;
      task.failure = error instanceof Error ? error.message : String(error);
      this.end(task, 'failed');
    });
  }

  private async run(task: VideoTask, signal: AbortSignal): Promise<void> {
    const { seconds, outcome, output } = task.directives;
    const until = (share: number) =>
      delay(Math.max(0, task.createdAt + share * seconds * 1_000 - Date.now()), undefined, { signal });
    await until(STARTS_AT);
    if (task.state === 'queued') this.move(task, { state: 'running', startedAt: Date.now() });
    const order = { id: task.file, work: task.work };
    const rendering = outcome === 'success' && output === 'video' ? this.files.render(order, signal) : undefined;
    // Awaited only after the last step; until then a failure must not count as unhandled.
    rendering?.catch(() => undefined);
    await until(outcome === 'success' ? 1 : FAILS_AT);
    if (outcome === 'never') return;
    if (outcome !== 'success') return this.end(task, 'failed');
    await rendering;
    signal.throwIfAborted();
    if (output === 'bad') this.files.writeInvalid(task.file);
    task.output = outputPaths(task.file, task.work, output).map((path) => `${task.origin}/files/${path}`);
    this.end(task, 'succeeded');
  }

  private end(task: VideoTask, state: 'succeeded' | 'failed' | 'canceled'): void {
    this.running.get(task.id)?.abort();
    this.running.delete(task.id);
    this.move(task, { state });
  }

  private move(task: VideoTask, step: Partial<VideoTask>): void {
    this.stored.put(Object.assign(task, step, { updatedAt: Date.now() }));
    this.changed(task);
  }
}
