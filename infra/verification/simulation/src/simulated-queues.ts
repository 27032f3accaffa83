import type { QueueEntry } from '@luit/platform/queues/queues';
import { backoff } from '@luit/platform/scheduling/backoff';
import { DelayedError, type Job, type Queue } from 'bullmq';
import type { RedisJournal } from './redis-journal';
import { currentProcess, type SimulatedProcess } from './simulated-process';
import type { World } from './world';

type AddedEntry = Parameters<Queue<QueueEntry>['addBulk']>[0][number];
type Handler = (entry: Job<QueueEntry>) => Promise<void>;

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly data: QueueEntry;
  readonly queue: string;
  state: 'waiting' | 'delayed' | 'active';
  attempts: number;
  delayMs: number;
  /** When the delay ends. */
  dueAt: number;
  /** Changes with each delivery: only its latest holder may end it. */
  token: number;
}

interface Consumer {
  owner: SimulatedProcess;
  queue: string;
  handle: Handler;
}

const RETRY = { firstMs: 250, maxMs: 30_000 };
/** When the entries of a crashed process are taken over, as `QueueConsumers` sets it. */
const STALLED_MS = { submit: 5_000, others: 15_000 };

export interface QueueFaults {
  /** The entry disappears. */
  losesEntry(): boolean;
  /** The entry is delivered again while its handler runs, as if the lock of a slow process had expired. */
  repeatsEntry(): boolean;
}

/** The queues in Redis: entries by id, delivered in any order, each to one consumer at a time. */
export class SimulatedQueues {
  private readonly entries = new Map<string, Entry>();
  private readonly consumers: Consumer[] = [];
  private readonly paused = new Set<string>();
  faults: QueueFaults = { losesEntry: () => false, repeatsEntry: () => false };

  constructor(
    private readonly world: World,
    private readonly journal: RedisJournal,
  ) {}

  flush(): void {
    this.entries.clear();
    this.paused.clear();
  }

  /** Removes an entry in any state. @returns its name, or undefined if there is none */
  loseAny(): string | undefined {
    if (this.entries.size === 0) return undefined;
    const entry = this.world.random.pick([...this.entries.values()]);
    this.remove(entry);
    return `${entry.queue} ${entry.name} ${entry.id}`;
  }

  /** When the delay of an entry ends, by the key of `toKey('delayed')`. */
  dueAt(key: string, id: string): number | undefined {
    const entry = this.entries.get(`${key.replace(/ delayed$/, '')} ${id}`);
    return entry?.state === 'delayed' ? entry.dueAt : undefined;
  }

  consume(queue: string, handle: Handler): void {
    this.consumers.push({ owner: currentProcess()!, queue, handle });
    for (const entry of this.entries.values())
      if (entry.queue === queue && entry.state === 'waiting') this.offer(entry);
  }

  /** The part of BullMQ's interface that the services use. */
  named(queue: string): Queue<QueueEntry> {
    const does = <T>(label: string, run: () => T): Promise<T> => this.world.operation(`redis: ${queue}: ${label}`, run);
    const key = (id: string): string => `${queue} ${id}`;
    const methods = {
      add: (name: string, data: QueueEntry, opts: AddedEntry['opts']) =>
        does(`add ${name}`, () => this.add(queue, [{ name, data, opts }])),
      addBulk: (added: AddedEntry[]) =>
        does(`add ${added.map(({ name }) => name).join(', ')}`, () => this.add(queue, added)),
      getJobState: (id: string) => does('state', () => this.entries.get(key(id))?.state ?? 'unknown'),
      getJob: (id: string) => does('find', () => this.found(this.entries.get(key(id)))),
      isPaused: () => Promise.resolve(this.paused.has(queue)),
      pause: () => does('pause', () => void this.paused.add(queue)),
      resume: () => does('resume', () => void this.paused.delete(queue)),
      close: () => Promise.resolve(),
      toKey: (type: string) => `${queue} ${type}`,
    };
    return methods as unknown as Queue<QueueEntry>;
  }

  private add(queue: string, added: AddedEntry[]): void {
    for (const { name, data, opts } of added) {
      const id = String(opts?.jobId);
      if (this.entries.has(`${queue} ${id}`)) continue;
      if (this.faults.losesEntry()) {
        this.world.log('redis', `FAULT: loses ${name} ${id}`);
        continue;
      }
      const copy = JSON.parse(JSON.stringify(data)) as QueueEntry;
      const entry: Entry = {
        ...{ id, name, queue, data: copy, state: 'waiting' },
        ...{ attempts: 0, delayMs: 0, dueAt: 0, token: 0 },
      };
      this.entries.set(`${queue} ${id}`, entry);
      this.journal.record(() => void this.entries.delete(`${queue} ${id}`));
      if (opts?.delay) this.delay(entry, opts.delay);
      else this.offer(entry);
    }
  }

  private found(entry: Entry | undefined): unknown {
    if (!entry) return undefined;
    return {
      delay: entry.delayMs,
      isDelayed: () => Promise.resolve(entry.state === 'delayed'),
      changePriority: () => Promise.resolve(),
      promote: () => {
        if (entry.state === 'delayed') this.wait(entry);
        return Promise.resolve();
      },
    };
  }

  private delay(entry: Entry, delayMs: number): void {
    entry.state = 'delayed';
    entry.delayMs = delayMs;
    entry.dueAt = this.world.now + delayMs;
    this.journal.record(() => this.isStored(entry) && this.wait(entry));
    const token = (entry.token += 1);
    this.world.after(delayMs, `end of a delay in ${entry.queue}`, () => {
      if (entry.token === token && entry.state === 'delayed') this.wait(entry);
    });
  }

  private wait(entry: Entry): void {
    entry.state = 'waiting';
    this.offer(entry);
  }

  private offer(entry: Entry): void {
    this.world.after(0, `deliver ${entry.name}`, () => this.deliver(entry));
  }

  private deliver(entry: Entry): void {
    if (!this.isStored(entry) || entry.state !== 'waiting') return;
    const consumer = this.world.pickReceiver(this.consumers.filter(({ queue }) => queue === entry.queue));
    if (!consumer) return;
    const { owner, handle } = consumer;
    if (owner.frozenUntil > this.world.now) {
      this.world.after(owner.frozenUntil - this.world.now, `deliver ${entry.name}`, () => this.deliver(entry));
      return;
    }
    entry.state = 'active';
    this.journal.record(() => this.isStored(entry) && this.wait(entry));
    const token = (entry.token += 1);
    this.world.log(owner.name, `receives ${entry.name} ${entry.id}`);
    const stalledMs = entry.queue === 'submit' ? STALLED_MS.submit : STALLED_MS.others;
    const takeOverLater = (): void =>
      this.world.after(stalledMs, 'take over an entry', () => this.takeOver(entry, token));
    owner.onCrash(takeOverLater);
    owner.onFreeze((milliseconds) => milliseconds > stalledMs && takeOverLater());
    if (this.faults.repeatsEntry()) {
      this.world.log('redis', `FAULT: repeats ${entry.name} ${entry.id}`);
      this.world.after(this.world.random.int(1, 3_000), 'repeat an entry', () => this.takeOver(entry, token));
    }
    owner.run(() => void this.process(entry, token, owner, handle));
  }

  private takeOver(entry: Entry, token: number): void {
    if (this.isStored(entry) && entry.token === token && entry.state === 'active') this.wait(entry);
  }

  private async process(entry: Entry, token: number, owner: SimulatedProcess, handle: Handler): Promise<void> {
    let delayMs: number | undefined;
    const job = {
      id: entry.id,
      name: entry.name,
      data: entry.data,
      attemptsMade: entry.attempts,
      timestamp: this.world.now,
      moveToDelayed: (at: number) => {
        delayMs = Math.max(0, at - this.world.now);
        return Promise.resolve();
      },
    };
    try {
      await handle(job as unknown as Job<QueueEntry>);
    } catch (error) {
      if (!(error instanceof DelayedError)) {
        this.world.log(owner.name, `failed: ${entry.name} ${entry.id}: ${(error as Error).message}`);
        delayMs = backoff(entry.attempts, RETRY);
        entry.attempts += 1;
      }
    }
    const ended = delayMs;
    await this.world.operation(`redis: ${entry.queue}: end ${entry.name}`, () => {
      if (!this.isStored(entry) || entry.token !== token) return;
      if (ended === undefined) this.remove(entry);
      else this.delay(entry, ended);
    });
  }

  private isStored(entry: Entry): boolean {
    return this.entries.get(`${entry.queue} ${entry.id}`) === entry;
  }

  private remove(entry: Entry): void {
    if (!this.isStored(entry)) return;
    const key = `${entry.queue} ${entry.id}`;
    this.entries.delete(key);
    this.journal.record(() => {
      if (this.entries.has(key)) return;
      this.entries.set(key, entry);
      this.wait(entry);
    });
  }
}
