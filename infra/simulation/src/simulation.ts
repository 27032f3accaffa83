import { generationCalls } from '@luit/contracts/generation/messages';
import { findNotReplayed, findNotWoken, findOwed, findSleeping, findViolations, FUTURE_EVENT } from './checks';
import { describeFaults, type FaultRates, noFaults, randomFaults } from './faults';
import { type Infrastructure, startService } from './services';
import { SimulatedAuth } from './simulated-auth';
import { SimulatedCalls } from './simulated-calls';
import type { SimulatedPostgres } from './simulated-postgres';
import { SimulatedProcess } from './simulated-process';
import { SimulatedProvider } from './simulated-provider';
import { SimulatedQueues } from './simulated-queues';
import { SimulatedRedis } from './simulated-redis';
import type { SimulationDatabase } from './simulation-database';
import { Users } from './users';
import { World } from './world';

/** Faults happen for this long. */
const FAULTS_MS = { least: 10_000, most: 25_000 };
/** After that, everything owed must end within this time. */
const RECOVERY_MS = 240_000;
const CHECK_MS = 4_000;
/** How long jobs may wait while every slot is free, once faults have ended. */
const SLEEP_GRACE_MS = 25_000;
/** Statements and messages of a kind that rarely happens are where bugs hide. */
const RARE = { occurrences: 2, factor: 8 };
const RESTART_MS = { least: 300, most: 3_000 };
const MAX_CRASHES = 4;
const SECOND_REPLICA = 0.2;

export interface HistoryResult {
  seed: number;
  problems: string[];
  trace: string[];
  /** Virtual milliseconds that it took after the last fault. */
  recoveryMs: number;
}

/** One history, from the first request until everything owed has ended. */
export class History {
  private readonly world: World;
  private readonly redis: SimulatedRedis;
  private readonly queues: SimulatedQueues;
  private readonly calls: SimulatedCalls;
  private readonly providers: SimulatedProvider[];
  private readonly auth: SimulatedAuth;
  private readonly users: Users;
  private readonly infrastructure: Infrastructure;
  private readonly gateway = new SimulatedProcess('gateway', 'gateway');
  private rates: FaultRates;
  private readonly hasOutage: boolean;
  private crashes = 0;
  private isStarting = false;
  private started = 0;

  constructor(
    seed: number,
    private readonly database: SimulationDatabase,
    private readonly postgres: SimulatedPostgres,
    isDetailed = false,
  ) {
    this.world = new World(seed, isDetailed);
    this.redis = new SimulatedRedis(this.world);
    this.queues = new SimulatedQueues(this.world);
    this.calls = new SimulatedCalls(this.world);
    const names = this.world.random.chance(0.3) ? ['replicate', 'fal'] : ['replicate'];
    this.providers = names.map((name) => new SimulatedProvider(this.world, name));
    this.auth = new SimulatedAuth(this.calls, this.queues);
    this.users = new Users(this.world, this.calls);
    this.rates = randomFaults(this.world.random);
    this.hasOutage = this.world.random.chance(0.3);
    this.infrastructure = {
      world: this.world,
      redis: this.redis,
      queues: this.queues,
      calls: this.calls,
      providers: new Map(this.providers.map((provider) => [provider.name, provider])),
      urlOf: (service) => this.database.urlOf(service),
    };
  }

  async run(): Promise<HistoryResult> {
    const { world } = this;
    this.postgres.attach(world);
    await this.database.clear(world.startedAt);
    // In production it would end the process.
    const onRejection = (error: unknown): void => void world.problems.push(`unhandled rejection: ${String(error)}`);
    process.on('unhandledRejection', onRejection);
    let problems: string[];
    let faultsEnd = world.now;
    try {
      world.time.install();
      this.postgres.install();
      await this.startProcesses();
      this.startFaults();
      this.gateway.run(() => this.users.start());
      faultsEnd = world.startedAt + world.random.int(FAULTS_MS.least, FAULTS_MS.most);
      await this.runChecked(faultsEnd);
      this.endFaults();
      problems = await this.recover(faultsEnd);
    } catch (error) {
      problems = world.problems.length > 0 ? world.problems : [(error as Error).stack ?? String(error)];
    } finally {
      await this.stopProcesses();
      process.off('unhandledRejection', onRejection);
      this.postgres.uninstall();
      world.time.uninstall();
    }
    return { seed: world.seed, problems, trace: world.trace, recoveryMs: world.now - faultsEnd };
  }

  private readonly running: SimulatedProcess[] = [];

  private async startProcesses(): Promise<void> {
    const { random } = this.world;
    await this.startProcess('auth');
    for (const service of ['billing', 'generation', 'worker']) {
      const replicas = random.chance(SECOND_REPLICA) ? 2 : 1;
      for (let i = 0; i < replicas; i += 1) await this.startProcess(service);
    }
  }

  private async startProcess(service: string): Promise<void> {
    this.started += 1;
    const started = new SimulatedProcess(`${service}-${this.started}`, service);
    this.running.push(started);
    this.isStarting = true;
    if (service === 'auth') this.auth.start(started);
    else await startService(this.infrastructure, started);
    this.isStarting = false;
    this.world.log(started.name, 'started');
  }

  private async stopProcesses(): Promise<void> {
    for (const one of [...this.running, this.gateway]) if (one.isAlive) await one.crash();
  }

  private startFaults(): void {
    const { world, rates } = this;
    const { random } = world;
    world.log('faults', describeFaults(rates));
    const happens = (kind: keyof FaultRates): boolean => this.rates[kind] > 0 && random.chance(this.rates[kind]);
    const seen = new Map<string, number>();
    world.onOperation = async (owner, moment, label) => {
      if (this.isStarting || owner === this.gateway || this.rates.crash === 0) return;
      const kind = `${owner.service} ${moment} ${label}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const factor = seen.get(kind)! <= RARE.occurrences ? RARE.factor : 1;
      if (this.crashes >= MAX_CRASHES || !random.chance(this.rates.crash * factor)) return;
      await this.crash(owner, `${moment} ${label}`);
    };
    this.redis.losesNudge = () => happens('loseNudge');
    this.queues.faults = { losesEntry: () => happens('loseEntry'), repeatsEntry: () => happens('repeatEntry') };
    this.calls.faults = {
      losesRequest: () => happens('loseRequest'),
      losesReply: () => happens('loseReply'),
      delayMs: () => (happens('slowMessage') ? random.int(100, 6_000) : random.int(0, 3)),
    };
    for (const provider of this.providers) this.startProviderFaults(provider, happens);
    if (this.hasOutage) this.startOutage(random.pick(this.providers));
    if (random.chance(0.3)) world.after(random.int(1_000, 20_000), 'flush', () => this.flush());
    if (random.chance(0.1)) world.after(random.int(1_000, 20_000), 'flush', () => this.flush());
    if (random.chance(0.4)) world.after(random.int(500, 15_000), 'lose an entry', () => this.loseEntry());
    if (random.chance(0.2)) world.after(random.int(500, 10_000), 'future event', () => this.writeFutureEvent());
    if (random.chance(0.3)) world.after(random.int(500, 15_000), 'crash', () => this.crash(random.pick(this.running)));
  }

  private startProviderFaults(provider: SimulatedProvider, happens: (kind: keyof FaultRates) => boolean): void {
    const { random } = this.world;
    provider.faults = {
      submission: () => {
        // These open circuit breakers that no check of the provider closes, so they would excuse jobs that sleep after an outage.
        if (this.hasOutage) return 'accepted';
        if (happens('refuseSubmission')) return 'refused';
        if (happens('unknownSubmission')) return 'unknown';
        if (happens('lostSubmission')) return 'lost';
        return happens('invalidSubmission') ? 'invalid' : 'accepted';
      },
      readFails: () => happens('failRead'),
      delayMs: () => (happens('slowProvider') ? random.int(500, 6_000) : random.int(0, 5)),
      outcome: () => {
        if (happens('failTask')) return 'failed';
        return happens('endlessTask') ? 'never' : 'succeeded';
      },
      callbackDelaysMs: () => {
        if (happens('loseCallback')) return [];
        return happens('repeatCallback') ? [random.int(0, 4_000), random.int(0, 8_000)] : [random.int(0, 100)];
      },
    };
    provider.onCallback = (url, body) => this.deliverCallback(provider, url, body);
  }

  private startOutage(provider: SimulatedProvider): void {
    const { random } = this.world;
    const from = random.int(0, 8_000);
    this.world.after(from, 'outage', () => this.setDown(provider, true));
    this.world.after(from + random.int(2_000, 15_000), 'end of the outage', () => this.setDown(provider, false));
  }

  private setDown(provider: SimulatedProvider, isDown: boolean): void {
    if (provider.isDown === isDown) return;
    provider.isDown = isDown;
    this.world.log(provider.name, isDown ? 'FAULT: outage' : 'recovers');
  }

  private deliverCallback(provider: SimulatedProvider, url: string, body: string): void {
    const callback = {
      provider: provider.name,
      token: url.split('/').at(-1)!,
      headers: { 'webhook-id': body },
      rawBody: Buffer.from(body).toString('base64'),
    };
    this.gateway.run(() => {
      this.calls
        .call(generationCalls.receiveProviderEvent, callback)
        .catch((error: Error) => this.world.log('gateway', `callback failed: ${error.message}`));
    });
  }

  private async crash(crashed: SimulatedProcess, moment = 'at rest'): Promise<void> {
    if (!crashed.isAlive) return;
    this.crashes += 1;
    this.world.log(crashed.name, `FAULT: crashes ${moment}`);
    this.running.splice(this.running.indexOf(crashed), 1);
    await crashed.crash();
    const { least, most } = RESTART_MS;
    this.world.after(this.world.random.int(least, most), 'restart', () => this.startProcess(crashed.service));
  }

  private flush(): void {
    this.world.log('redis', 'FAULT: flush');
    this.redis.flush();
    this.queues.flush();
    this.calls.flush();
  }

  /** A newer release, which has been rolled back since, has left an event that this one does not know. */
  private async writeFutureEvent(): Promise<void> {
    const service = this.world.random.pick(['billing', 'generation']);
    this.world.log(service, 'FAULT: its outbox has an event of a newer release');
    await this.database.rows(
      `INSERT INTO ${service}.outbox (id, kind, name, payload, created_at) VALUES ($1, 'event', $2, '{}', $3)`,
      ['00000000-0000-7000-8000-0000000000ff', FUTURE_EVENT, new Date(this.world.now).toISOString()],
    );
  }

  private loseEntry(): void {
    const lost = this.queues.loseAny();
    if (lost) this.world.log('redis', `FAULT: loses ${lost}`);
  }

  private endFaults(): void {
    this.rates = noFaults();
    for (const provider of this.providers) this.setDown(provider, false);
    this.world.log('faults', 'end');
  }

  /** Runs until then, and checks from time to time what must always hold. */
  private async runChecked(end: number): Promise<void> {
    const { world, database, redis } = this;
    while (world.now < end) {
      await world.runUntil(Math.min(end, world.now + CHECK_MS));
      world.problems.push(...(await findNotWoken(database, world.now)));
      if (redis.flushedAt > 0) world.problems.push(...(await findNotReplayed(database, redis)));
      if (world.problems.length > 0) throw new Error(world.problems.join('; '));
    }
  }

  /** Runs until nothing is owed. @returns what is wrong then */
  private async recover(faultsEnd: number): Promise<string[]> {
    const { world, providers, database } = this;
    let owed: string[] = [];
    for (let checkAt = faultsEnd + CHECK_MS; checkAt <= faultsEnd + RECOVERY_MS; checkAt += CHECK_MS) {
      await this.runChecked(checkAt);
      if (this.hasOutage && world.now - faultsEnd > SLEEP_GRACE_MS) {
        const sleeping = await findSleeping(database, world.now, SLEEP_GRACE_MS);
        if (sleeping.length > 0) return sleeping;
      }
      owed = this.users.areDone ? await findOwed(database, providers) : ['a user waits'];
      if (owed.length === 0) return findViolations(database, providers, this.users.told);
    }
    return owed.map((one) => `not ended ${RECOVERY_MS / 1_000} s after the last fault: ${one}`);
  }
}
