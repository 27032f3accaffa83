import { setTimeout as delay } from 'node:timers/promises';
import { predictionId } from '../ids';
import type { Collection } from '../journal';
import { outputPath } from './file-routes';
import type { OutputFiles, VideoInput } from './output-files';
import { readSteering, type Steering } from './steering';

export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled';

/** A film that a vendor was asked to make; its API shows it in the vendor's own words. Times are milliseconds. */
export interface VideoTask {
  /** In the vendor's form. */
  id: string;
  /** What its file is called. */
  file: string;
  model: string;
  video: VideoInput;
  steering: Steering;
  /** Origin under which the caller reaches the vendor. */
  origin: string;
  state: TaskState;
  output: string | null;
  /** Why it failed, beyond what its steering says. */
  trouble: string | null;
  /** Where the vendor reports to. */
  callbackUrl: string | null;
  /** The vendor's own fields of the request. */
  asked: Record<string, unknown>;
  createdAt: number;
  startedAt: number | null;
  updatedAt: number;
}

export type NewVideoTask = Pick<VideoTask, 'id' | 'model' | 'video' | 'origin' | 'callbackUrl' | 'asked'> & {
  neverFinishes: boolean;
};

/** Shares of the run time after which it runs, and after which a failure shows. */
const STARTS_AT = 0.1;
const FAILS_AT = 0.5;

/** The tasks of one vendor, from queued to their end; taken up again after a restart, on the clock of their creation. */
export class VideoTasks {
  private readonly running = new Map<string, AbortController>();
  private readonly looks = new Map<string, number>();

  /** @param changed told of every step */
  constructor(
    private readonly stored: Collection<VideoTask>,
    private readonly files: OutputFiles,
    private readonly secondsPerVideo: number,
    private readonly changed: (task: VideoTask) => void,
  ) {}

  resume(): void {
    for (const task of this.live()) this.start(task);
  }

  create({ neverFinishes, ...asked }: NewVideoTask): VideoTask {
    const steering = readSteering(asked.video.prompt, this.secondsPerVideo);
    const now = Date.now();
    const task: VideoTask = {
      ...asked,
      file: predictionId(),
      steering: neverFinishes ? { ...steering, outcome: 'never' } : steering,
      state: 'queued',
      output: null,
      trouble: null,
      createdAt: now,
      startedAt: null,
      updatedAt: now,
    };
    this.stored.put(task);
    this.start(task);
    return task;
  }

  find(id: string): VideoTask | undefined {
    return this.stored.get(id);
  }

  /** As whoever follows it is told: one that flaps is not what it was at the look before. */
  poll(id: string): VideoTask | undefined {
    const task = this.stored.get(id);
    if (!task?.steering.isFlapping || task.state !== 'succeeded') return task;
    const looks = (this.looks.get(id) ?? 0) + 1;
    this.looks.set(id, looks);
    if (looks === 1) return task;
    return { ...task, output: null, state: looks === 2 ? 'running' : 'failed' };
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

  /** As a vendor that lost its memory: nobody knows the task any more. */
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
    this.play(task, controller.signal).catch((error: unknown) => {
      if (controller.signal.aborted) return;
      task.trouble = error instanceof Error ? error.message : String(error);
      this.end(task, 'failed');
    });
  }

  private async play(task: VideoTask, signal: AbortSignal): Promise<void> {
    const { seconds, outcome, output } = task.steering;
    const until = (share: number) =>
      delay(Math.max(0, task.createdAt + share * seconds * 1_000 - Date.now()), undefined, { signal });
    await until(STARTS_AT);
    if (task.state === 'queued') this.move(task, { state: 'running', startedAt: Date.now() });
    const film = { id: task.file, video: task.video };
    const rendering = outcome === 'success' && output === 'video' ? this.files.render(film, signal) : undefined;
    // Awaited only after the last step; until then a failure must not count as unhandled.
    rendering?.catch(() => undefined);
    await until(outcome === 'success' ? 1 : FAILS_AT);
    if (outcome === 'never') return;
    if (outcome !== 'success') return this.end(task, 'failed');
    await rendering;
    signal.throwIfAborted();
    if (output === 'bad') this.files.writeInvalid(task.file);
    const path = outputPath(task.file, output);
    task.output = path && `${task.origin}/files/${path}`;
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
