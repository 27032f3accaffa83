import { generationCalls } from '@luit/contracts/generation/messages';
import { describeFaults, type FaultRates, noFaults, randomFaults } from './faults';
import { writeFutureEvent, writePoison } from './foreign-rows';
import type { Processes } from './processes';
import type { RedisJournal } from './redis-journal';
import type { SimulatedCalls } from './simulated-calls';
import type { SimulatedProcess } from './simulated-process';
import type { SimulatedProvider } from './simulated-provider';
import type { SimulatedQueues } from './simulated-queues';
import type { SimulatedRedis } from './simulated-redis';
import type { SimulationDatabase } from './simulation-database';
import type { World } from './world';

/** Operations of a kind that rarely happens are where bugs hide. */
const RARE = { occurrences: 2, factor: 8 };
/** A service that recovers from a loss of Redis crashes at one of the operations that it has seldom performed before. */
const RECOVERY = { lastsMs: 10_000, occurrencesBefore: 3, probability: 0.7, operations: 20 };
const MAX_CRASHES = 7;
/** Longer than a lease, so that another worker takes over. */
const FREEZE_MS = { least: 2_000, most: 12_000 };
const TAIL_MS = { least: 50, most: 2_000 };
/** The last one is the response of a vendor when the daily limit is used up. */
const RETRY_AFTER_MS = [1_000, 5_000, 86_400_000];

interface Injected {
  world: World;
  processes: Processes;
  journal: RedisJournal;
  redis: SimulatedRedis;
  queues: SimulatedQueues;
  calls: SimulatedCalls;
  providers: readonly SimulatedProvider[];
  database: SimulationDatabase;
  /** It delivers callbacks, and never fails. */
  gateway: SimulatedProcess;
}

/** Makes the processes, Redis and the vendors of a history fail, as its seed decides. */
export class FaultInjection {
  private rates: FaultRates;
  /** Vendors are down for a while, and otherwise accept everything. */
  readonly hasOutage: boolean;
  isOver = false;
  /** How often each kind of operation has happened, and how often until Redis was last flushed. */
  private readonly seen = new Map<string, number>();
  private seenBefore: ReadonlyMap<string, number> = new Map();
  private recoversUntil = -Infinity;
  /** By service: how many such operations it still performs before it crashes. */
  private readonly recoveryLeft = new Map<string, number>();

  constructor(private readonly injected: Injected) {
    const { random } = injected.world;
    this.rates = randomFaults(random);
    this.hasOutage = random.chance(0.3);
  }

  start(): void {
    const { world, redis, queues, calls, providers } = this.injected;
    const { random } = world;
    world.log('faults', describeFaults(this.rates));
    world.onOperation = (owner, moment, label) => this.maybeCrash(owner, moment, label);
    redis.losesWakeUp = () => this.happens('loseWakeUp');
    queues.faults = {
      losesEntry: () => this.happens('loseEntry'),
      repeatsEntry: () => this.happens('repeatEntry'),
    };
    calls.faults = {
      losesRequest: () => this.happens('loseRequest'),
      losesReply: () => this.happens('loseReply'),
      delayMs: () => (this.happens('slowMessage') ? random.int(100, 6_000) : random.int(0, 3)),
    };
    for (const provider of providers) this.startProviderFaults(provider);
    this.scheduleIncidents();
  }

  end(): void {
    this.isOver = true;
    this.rates = noFaults();
    this.recoversUntil = -Infinity;
    for (const provider of this.injected.providers) this.setDown(provider, false);
    this.injected.world.log('faults', 'end');
  }

  private scheduleIncidents(): void {
    const { world, database, processes, providers } = this.injected;
    const { random } = world;
    const maybe = (probability: number, latestMs: number, label: string, run: () => void | Promise<void>): void => {
      if (!random.chance(probability)) return;
      world.after(random.int(500, latestMs), label, () => {
        if (world.includes(`fault: ${label}`)) return run();
      });
    };
    if (this.hasOutage) this.startOutage(random.pick(providers));
    maybe(0.3, 20_000, 'flush', () => this.flush());
    maybe(0.1, 20_000, 'flush', () => this.flush());
    maybe(0.3, 15_000, 'lose the tail', () => this.loseTail());
    maybe(0.3, 15_000, 'lose an entry', () => this.loseEntry());
    maybe(0.2, 10_000, 'future event', () => writeFutureEvent(world, database));
    maybe(0.2, 10_000, 'poison', () => writePoison(world, database));
    maybe(0.3, 15_000, 'crash', () => processes.crash(random.pick(processes.running)));
    maybe(0.3, 12_000, 'freeze', () => this.freeze());
  }

  private happens(kind: keyof FaultRates): boolean {
    const { world } = this.injected;
    return this.rates[kind] > 0 && world.random.chance(this.rates[kind]) && world.includes(`fault: ${kind}`);
  }

  private async maybeCrash(owner: SimulatedProcess, moment: string, label: string): Promise<void> {
    const { world, processes, gateway } = this.injected;
    if (processes.isStarting || owner === gateway || processes.crashes >= MAX_CRASHES) return;
    const kind = `${owner.service} ${moment} ${label.replaceAll(/\d+/g, '#')}`;
    const times = (this.seen.get(kind) ?? 0) + 1;
    this.seen.set(kind, times);
    const before = this.seenBefore.get(kind) ?? 0;
    const isOfRecovery = before <= RECOVERY.occurrencesBefore && times - before <= RARE.occurrences;
    const rate = this.rates.crash * (times <= RARE.occurrences ? RARE.factor : 1);
    const isDue = isOfRecovery && world.now < this.recoversUntil && this.isLastOfRecovery(owner);
    if ((isDue || (rate > 0 && world.random.chance(rate))) && world.includes(`fault: ${owner.service} crashes`))
      await processes.crash(owner, `${moment} ${label}`);
  }

  private isLastOfRecovery({ service }: SimulatedProcess): boolean {
    const left = this.recoveryLeft.get(service);
    if (left !== undefined) this.recoveryLeft.set(service, left - 1);
    return left === 0;
  }

  private startProviderFaults(provider: SimulatedProvider): void {
    const { random } = this.injected.world;
    provider.faults = {
      submission: () => {
        if (this.happens('limitRate')) return 'rate limited';
        // The faults below open circuit breakers, and the simulated provider answers no check that would close them. After an outage, jobs
        // would then wait for a breaker, and the simulation could not tell whether they wait forever because of a bug.
        if (this.hasOutage) return 'accepted';
        if (this.happens('refuseSubmission')) return 'refused';
        if (this.happens('unknownSubmission')) return 'unknown';
        if (this.happens('lostSubmission')) return 'lost';
        return this.happens('invalidSubmission') ? 'invalid' : 'accepted';
      },
      retryAfterMs: () => random.pick(RETRY_AFTER_MS),
      readFails: () => this.happens('failRead'),
      delayMs: () => (this.happens('slowProvider') ? random.int(500, 6_000) : random.int(0, 5)),
      outcome: () => {
        if (this.happens('failTask')) return 'failed';
        return this.happens('endlessTask') ? 'never' : 'succeeded';
      },
      callbackDelaysMs: () => {
        if (this.happens('loseCallback')) return [];
        return this.happens('repeatCallback') ? [random.int(0, 4_000), random.int(0, 8_000)] : [random.int(0, 100)];
      },
    };
    provider.onCallback = (url, body) => this.deliverCallback(provider, url, body);
  }

  private deliverCallback(provider: SimulatedProvider, url: string, body: string): void {
    const { world, calls, gateway } = this.injected;
    const callback = {
      provider: provider.name,
      token: url.split('/').at(-1)!,
      headers: { 'webhook-id': body },
      rawBody: Buffer.from(body).toString('base64'),
    };
    gateway.run(() => {
      calls
        .call(generationCalls.receiveProviderEvent, callback)
        .catch((error: Error) => world.log('gateway', `callback failed: ${error.message}`));
    });
  }

  private startOutage(provider: SimulatedProvider): void {
    const { world } = this.injected;
    const from = world.random.int(0, 8_000);
    const lastsMs = world.random.int(2_000, 15_000);
    if (!world.includes('fault: outage')) return;
    world.after(from, 'outage', () => this.setDown(provider, true));
    world.after(from + lastsMs, 'end of the outage', () => this.setDown(provider, false));
  }

  private setDown(provider: SimulatedProvider, isDown: boolean): void {
    if (provider.isDown === isDown) return;
    provider.isDown = isDown;
    this.injected.world.log(provider.name, isDown ? 'FAULT: outage' : 'recovers');
  }

  private flush(): void {
    const { world, redis, queues, calls, journal } = this.injected;
    world.log('redis', 'FAULT: flush');
    journal.clear();
    redis.flush();
    queues.flush();
    calls.flush();
    this.seenBefore = new Map(this.seen);
    this.recoversUntil = world.now + RECOVERY.lastsMs;
    for (const service of ['billing', 'generation']) {
      if (!world.random.chance(RECOVERY.probability)) continue;
      this.recoveryLeft.set(service, world.random.int(0, RECOVERY.operations - 1));
    }
  }

  /** Its machine lost power, or a replica took over that had not received everything. */
  private loseTail(): void {
    const { world, journal } = this.injected;
    const milliseconds = world.random.int(TAIL_MS.least, TAIL_MS.most);
    const changes = journal.loseTail(milliseconds);
    world.log('redis', `FAULT: loses the ${changes} changes of the last ${milliseconds} ms`);
  }

  private loseEntry(): void {
    const { world, queues } = this.injected;
    const lost = queues.loseAny();
    if (lost) world.log('redis', `FAULT: loses ${lost}`);
  }

  /** Only a worker: if the machine of a service stops, Postgres ends its transactions, which is a crash. */
  private freeze(): void {
    const { world, processes } = this.injected;
    const worker = processes.running.find(({ service }) => service === 'worker');
    if (worker) processes.freeze(worker, world.random.int(FREEZE_MS.least, FREEZE_MS.most));
  }
}
