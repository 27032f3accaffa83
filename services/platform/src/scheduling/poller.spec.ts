import { Poller } from './poller';
import { eventually } from '../testing/eventually';

class Counted extends Poller {
  rounds = 0;
  atOnce = 0;
  mostAtOnce = 0;
  end: () => void = () => undefined;

  constructor(
    protected readonly everyMs: number | null,
    private readonly work: (end: Promise<void>) => Promise<void> = () => Promise.resolve(),
  ) {
    super();
  }

  async round(): Promise<void> {
    this.rounds += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, (this.atOnce += 1));
    try {
      await this.work(new Promise((resolve) => (this.end = resolve)));
    } finally {
      this.atOnce -= 1;
    }
  }
}

/** A timer as fast as the poller’s has come so often. */
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
  it('takes the next round only once the last has ended', async () => {
    const poller = new Counted(1, (end) => end);
    poller.onApplicationBootstrap();
    await eventually(() => expect(poller.rounds).toBe(1));
    await ticks(20);
    expect(poller.rounds).toBe(1);
    poller.end();
    await eventually(() => expect(poller.rounds).toBe(2));
    poller.end();
    await poller.beforeApplicationShutdown();
    expect(poller.mostAtOnce).toBe(1);
  });

  it('goes on after a round that failed', async () => {
    const poller = new Counted(1, () => Promise.reject(new Error('The database is away')));
    poller.onApplicationBootstrap();
    await eventually(() => expect(poller.rounds).toBeGreaterThan(2));
    await poller.beforeApplicationShutdown();
  });

  it('SRV-15: drains: waits for the round in hand, and takes no other', async () => {
    const poller = new Counted(1, (end) => end);
    poller.onApplicationBootstrap();
    await eventually(() => expect(poller.rounds).toBe(1));
    const drained = poller.beforeApplicationShutdown();
    expect(poller.atOnce).toBe(1);
    poller.end();
    await drained;
    expect(poller.atOnce).toBe(0);
    await ticks(20);
    expect(poller.rounds).toBe(1);
  });

  it('does nothing where it has no rhythm', async () => {
    const poller = new Counted(null);
    poller.onApplicationBootstrap();
    await ticks(20);
    await poller.beforeApplicationShutdown();
    expect(poller.rounds).toBe(0);
  });
});
