import { REDIS_GENERATION_KEY } from '@luit/platform/redis/redis-generation';
import type { Redis } from 'ioredis';
import type { RedisJournal } from './redis-journal';
import { currentProcess, type SimulatedProcess } from './simulated-process';
import type { SimulatedQueues } from './simulated-queues';
import type { World } from './world';

type Listener = (delayMs: number) => void;

/** The keys of Redis, the wake-ups, and the list of handed polls. */
export class SimulatedRedis {
  private readonly keys = new Map<string, string>();
  private readonly wakeUps = new Map<string, number>();
  private readonly readers: { owner: SimulatedProcess; onEntry: (entry: string) => void }[] = [];
  private readonly listeners: { owner: SimulatedProcess; name: string; onWakeUp: Listener }[] = [];
  /** Decides whether a wake-up is lost. */
  losesWakeUp: () => boolean = () => false;

  constructor(
    private readonly world: World,
    private readonly queues: SimulatedQueues,
    private readonly journal: RedisJournal,
  ) {}

  flushedAt = -Infinity;

  get generation(): string | undefined {
    return this.keys.get(REDIS_GENERATION_KEY);
  }

  flush(): void {
    this.flushedAt = this.world.now;
    this.keys.clear();
    this.wakeUps.clear();
  }

  /** The connection of a process, with the commands that the services use. */
  connection(): Redis {
    const commands = {
      status: 'ready',
      time: () =>
        Promise.resolve([String(Math.floor(this.world.now / 1_000)), String((this.world.now % 1_000) * 1_000)]),
      ping: () => Promise.resolve('PONG'),
      get: (key: string) => this.command(`get ${key}`, () => this.keys.get(key) ?? null),
      set: (key: string, value: string, ...options: unknown[]) =>
        this.command(`set ${key}`, () => this.set(key, value, options.includes('NX'))),
      incr: (key: string) => this.command(`incr ${key}`, () => this.increment(key)),
      expire: () => Promise.resolve(1),
      // Signs of life, for which no alert is simulated.
      hset: () => Promise.resolve(1),
      hgetall: () => Promise.resolve({}),
      publish: (channel: string) => this.command(`publish ${channel}`, () => 0),
      zscore: (key: string, id: string) => this.command(`score ${key}`, () => this.delayScore(key, id)),
      zadd: (key: string, _mode: string, score: number) =>
        this.command(`wake-up ${key}`, () => this.wakeUp(key, score)),
      multi: () => this.transaction(),
      // Rates are far from their limits in histories of a few requests.
      defineCommand: () => undefined,
      takeTokens: (_key: string, _size: number, _windowMs: number, count: number) => Promise.resolve([count, 0]),
      quit: () => Promise.resolve('OK'),
      disconnect: () => undefined,
    };
    return new Proxy(commands, {
      get(target, name) {
        // Nest asks whether it is a promise or has lifecycle hooks.
        if (name in target || typeof name === 'symbol' || /^(then|on[A-Z]|before[A-Z])/.test(name))
          return target[name as keyof typeof target];
        throw new Error(`The simulated Redis has no command ${name}`);
      },
    }) as unknown as Redis;
  }

  /** The processes that listen for this name compete for its wake-ups. */
  listen(name: string, onWakeUp: Listener): void {
    const owner = currentProcess()!;
    this.listeners.push({ owner, name, onWakeUp });
    this.deliver(name);
  }

  /** The processes that read the list of handed polls compete for its entries. */
  readHandedPolls(onEntry: (entry: string) => void): void {
    this.readers.push({ owner: currentProcess()!, onEntry });
  }

  /** Adds one entry to the list of handed polls. */
  private transaction(): { rpush(key: string, entry: string): unknown; pexpire(): unknown; exec(): Promise<unknown> } {
    let handed: string | undefined;
    const chain = {
      rpush: (_key: string, entry: string) => {
        handed = entry;
        return chain;
      },
      pexpire: () => chain,
      exec: () => this.command('hand over a poll', () => this.handOver(handed!)),
    };
    return chain;
  }

  /** An entry that no one reads expires. */
  private handOver(entry: string): void {
    if (this.losesWakeUp()) return this.world.log('redis', 'FAULT: loses a handed poll');
    this.world.after(0, 'handed poll', () => {
      const reader = this.world.pickReceiver(this.readers);
      if (!reader) return;
      const { owner, onEntry } = reader;
      this.world.after(0, 'handed poll', () => this.receive(owner, 'a handed poll', () => onEntry(entry)), owner);
    });
  }

  private command<T>(label: string, run: () => T): Promise<T> {
    return this.world.operation(`redis: ${label}`, run);
  }

  private set(key: string, value: string, onlyIfNew: boolean): 'OK' | null {
    if (onlyIfNew && this.keys.has(key)) return null;
    this.store(key, value);
    return 'OK';
  }

  private store(key: string, value: string): void {
    const before = this.keys.get(key);
    this.keys.set(key, value);
    this.journal.record(() => (before === undefined ? this.keys.delete(key) : this.keys.set(key, before)));
  }

  /** BullMQ stores a delay as 4,096 for each millisecond. */
  private delayScore(key: string, id: string): string | null {
    const dueAt = this.queues.dueAt(key, id);
    return dueAt === undefined ? null : String(dueAt * 4_096);
  }

  private increment(key: string): number {
    const value = Number(this.keys.get(key) ?? 0) + 1;
    this.store(key, String(value));
    return value;
  }

  private wakeUp(key: string, score: number): number {
    if (this.losesWakeUp()) {
      this.world.log('redis', `FAULT: loses a wake-up`);
      return 0;
    }
    this.wakeUps.set(key, Math.min(score, this.wakeUps.get(key) ?? Infinity));
    this.journal.record(() => this.wakeUps.delete(key));
    this.deliver(key);
    return 1;
  }

  private deliver(key: string): void {
    this.world.after(0, `wake-up ${key}`, () => {
      const delayMs = this.wakeUps.get(key);
      if (delayMs === undefined) return;
      const listener = this.world.pickReceiver(this.listeners.filter(({ name }) => key.endsWith(name)));
      if (!listener) return;
      this.wakeUps.delete(key);
      const { owner, onWakeUp } = listener;
      const what = `a wake-up: poll in ${delayMs} ms`;
      this.world.after(0, 'wake-up', () => this.receive(owner, what, () => onWakeUp(delayMs)), owner);
    });
  }

  private receive(owner: SimulatedProcess, what: string, run: () => void): void {
    this.world.log(owner.name, `receives ${what}`);
    owner.run(run);
  }
}
