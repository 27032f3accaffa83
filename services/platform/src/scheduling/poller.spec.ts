import { Poller } from './poller';
import { eventually } from '../testing/eventually';

class Counted extends Poller {
  rounds = 0;
  concurrent = 0;
  maxConcurrent = 0;
  end: () => void = () => undefined;

  constructor(
    protected readonly everyMs: number | null,
    private readonly work: (end: Promise<void>) => Promise<void> = () => Promise.resolve(),
  ) {
    super();
  }

  async round(): Promise<void> {
    this.rounds += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, (this.concurrent += 1));
    try {
      await this.work(new Promise((resolve) => (this.end = resolve)));
    } finally {
      this.concurrent -= 1;
    }
  }
}

/** Waits for `count` ticks of a timer with the poller’s interval. */
const ticks = (count: number) =>
  new Promise<void>((resolve) => {
    let seen = 0;
    const timer = setInterval(() => {
      if ((seen += 1) < count) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });

describe('Poller', () => {
  it('starts a round only after the previous one has ended', async () => {
    const poller = new Counted(1, (end) => end);
    poller.onApplicationBootstrap();
    await eventually(() => expect(poller.rounds).toBe(1));
    await ticks(20);
    expect(poller.rounds).toBe(1);
    poller.end();
    await eventually(() => expect(poller.rounds).toBe(2));
    poller.end();
    await poller.beforeApplicationShutdown();
    expect(poller.maxConcurrent).toBe(1);
  });

  it('continues after a failed round', async () => {
    const poller = new Counted(1, () => Promise.reject(new Error('The database is down')));
    poller.onApplicationBootstrap();
    await eventually(() => expect(poller.rounds).toBeGreaterThan(2));
    await poller.beforeApplicationShutdown();
  });

  it('on shutdown waits for the current round and starts no other [SRV-15]', async () => {
    const poller = new Counted(1, (end) => end);
    poller.onApplicationBootstrap();
    await eventually(() => expect(poller.rounds).toBe(1));
    const drained = poller.beforeApplicationShutdown();
    expect(poller.concurrent).toBe(1);
    poller.end();
    await drained;
    expect(poller.concurrent).toBe(0);
    await ticks(20);
    expect(poller.rounds).toBe(1);
  });

  it('does not run without an interval', async () => {
    const poller = new Counted(null);
    poller.onApplicationBootstrap();
    await ticks(20);
    await poller.beforeApplicationShutdown();
    expect(poller.rounds).toBe(0);
  });
});
