import { EventEmitter, once } from 'node:events';
import type { Collection } from '../journal';
import { predictionId } from '../ids';
import { notFound } from './errors';
import type { ReplicateEvents } from './events';
import type { ListQuery, PredictionRequest } from './input';
import type { OutputFiles } from '../videos/output-files';
import { isTerminal, type Prediction } from './prediction';
import { runPrediction } from './run';
import { parseDirectives } from '../videos/directives';
import { promptOf } from '../videos/work';

export interface Timing {
  /** Seconds that a video takes without a `[slow:…]` directive. */
  secondsPerVideo: number;
  /** Seconds until input, output and logs of a finished prediction are removed. */
  retentionSeconds: number;
}

export interface CreateOptions {
  origin: string;
  cancelAfterSeconds: number | null;
  /** Set by the fault `never_finishes`. */
  neverFinishes: boolean;
}

const pageSize = 100;
const firstPage = '';

export class Predictions {
  private readonly running = new Map<string, AbortController>();
  private readonly polls = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly finished = new EventEmitter().setMaxListeners(0);

  constructor(
    private readonly stored: Collection<Prediction>,
    private readonly events: ReplicateEvents,
    private readonly files: OutputFiles,
    private readonly timing: Timing,
  ) {}

  /** Resumes unfinished predictions of an earlier process. */
  resume(): void {
    for (const prediction of this.stored.values()) {
      if (!isTerminal(prediction)) this.start(prediction);
      else if (!prediction.dataRemoved) this.removeDataLater(prediction);
    }
  }

  create(request: PredictionRequest, options: CreateOptions): Prediction {
    const directives = parseDirectives(promptOf(request.work), this.timing.secondsPerVideo);
    const now = Date.now();
    const deadline = options.cancelAfterSeconds && new Date(now + options.cancelAfterSeconds * 1000).toISOString();
    const prediction: Prediction = {
      ...request,
      id: predictionId(),
      directives: options.neverFinishes ? { ...directives, outcome: 'never' } : directives,
      origin: options.origin,
      status: 'starting',
      output: null,
      error: null,
      logs: '',
      dataRemoved: false,
      createdAt: new Date(now).toISOString(),
      startedAt: null,
      completedAt: null,
      deadline: deadline || null,
    };
    this.stored.put(prediction);
    this.start(prediction);
    return prediction;
  }

  get(id: string): Prediction {
    const prediction = this.stored.get(id);
    if (!prediction) throw notFound();
    return prediction;
  }

  /** The prediction as a poll returns it: a flapping prediction changes its status between polls. */
  poll(id: string): Prediction {
    const prediction = this.get(id);
    if (!prediction.directives.isFlapping || prediction.status !== 'succeeded') return prediction;
    const polls = (this.polls.get(id) ?? 0) + 1;
    this.polls.set(id, polls);
    if (polls === 1) return prediction;
    return { ...prediction, output: null, status: polls === 2 ? 'processing' : 'failed' };
  }

  /** Newest first, 100 per page. The cursor is the last id of the previous page. */
  page(
    cursor: string | null,
    { created_after: from, created_before: to }: Omit<ListQuery, 'cursor'> = {},
  ): { results: Prediction[]; next: string | null; previous: string | null } {
    const isListed = ({ createdAt }: Prediction): boolean =>
      (!from || Date.parse(createdAt) >= Date.parse(from)) && (!to || Date.parse(createdAt) < Date.parse(to));
    const all = this.stored.values().filter(isListed).reverse();
    const start = cursor === null ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
    const results = all.slice(start, start + pageSize);
    const next = start + pageSize < all.length ? (results.at(-1)?.id ?? null) : null;
    const previous = start === 0 ? null : (all[start - pageSize - 1]?.id ?? firstPage);
    return { results, next, previous };
  }

  live(): Prediction[] {
    return this.stored.values().filter((prediction) => !isTerminal(prediction));
  }

  /** Cancels a prediction; a terminal one stays as it is. */
  cancel(id: string): Prediction {
    const prediction = this.get(id);
    if (!isTerminal(prediction)) this.finish(prediction, 'canceled');
    return prediction;
  }

  /** Waits until the prediction is terminal, for at most `seconds`. */
  async waitFor(id: string, seconds: number): Promise<void> {
    if (isTerminal(this.get(id))) return;
    const timeout = AbortSignal.timeout(seconds * 1000);
    await once(this.finished, id, { signal: timeout }).catch((error: unknown) => {
      if (!timeout.aborted) throw error;
    });
  }

  /** Deletes a prediction without a trace, as a vendor that lost data. */
  forget(id: string): void {
    this.running.get(id)?.abort();
    this.stored.delete(id);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const controller of this.running.values()) controller.abort();
  }

  private start(prediction: Prediction): void {
    const controller = new AbortController();
    this.running.set(prediction.id, controller);
    if (prediction.deadline)
      this.at(Date.parse(prediction.deadline), () => {
        if (!isTerminal(prediction)) this.finish(prediction, prediction.startedAt ? 'canceled' : 'aborted');
      });
    void runPrediction(prediction, controller.signal, {
      files: this.files,
      emit: (event) => this.events.emit(event, prediction),
      save: () => this.stored.put(prediction),
      finish: (status) => this.finish(prediction, status),
    });
  }

  private finish(prediction: Prediction, status: 'succeeded' | 'failed' | 'canceled' | 'aborted'): void {
    this.running.get(prediction.id)?.abort();
    this.running.delete(prediction.id);
    prediction.status = status;
    prediction.completedAt = new Date().toISOString();
    this.stored.put(prediction);
    this.events.emit('completed', prediction);
    this.finished.emit(prediction.id);
    this.removeDataLater(prediction);
  }

  private removeDataLater(prediction: Prediction): void {
    const completed = Date.parse(prediction.completedAt ?? prediction.createdAt);
    this.at(completed + this.timing.retentionSeconds * 1000, () => {
      this.files.remove(prediction.id);
      this.stored.put(Object.assign(prediction, { dataRemoved: true, input: {}, output: null, logs: '' }));
    });
  }

  private at(time: number, work: () => void): void {
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        work();
      },
      Math.max(0, time - Date.now()),
    );
    this.timers.add(timer);
  }
}
