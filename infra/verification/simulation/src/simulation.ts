import { billingCalls } from '@luit/contracts/billing/messages';
import { deadLetterSources, outboxLagSources } from '@luit/platform/metrics/metrics';
import { findOwed, findViolations } from './checks';
import { FaultInjection } from './fault-injection';
import { Processes } from './processes';
import { findNotReplayed, findNotWoken, findOverlongPauses, findSleeping, WaitingJobs } from './progress-checks';
import { Customers } from './customers';
import { type AccountView, PromiseAuditor, readDocuments } from './promises';
import { ReadableIds } from './readable-ids';
import { RedisJournal } from './redis-journal';
import { SimulatedAuth } from './simulated-auth';
import { SimulatedCalls } from './simulated-calls';
import type { SimulatedPostgres } from './simulated-postgres';
import { SimulatedProcess } from './simulated-process';
import { SimulatedProvider } from './simulated-provider';
import { SimulatedRazorpay } from './simulated-razorpay';
import { SimulatedQueues } from './simulated-queues';
import { SimulatedRedis } from './simulated-redis';
import type { SimulationDatabase } from './simulation-database';
import { Users } from './users';
import { type HistoryOptions, type Step, World } from './world';

/** Faults happen for this long. */
const FAULTS_MS = { least: 10_000, most: 25_000 };
/** After that, all unfinished work must end within this time. */
const RECOVERY_MS = 240_000;
const CHECK_MS = 4_000;
/** Longer than the calls of a page take. */
const LOOK_MS = 10_000;
/** How long jobs may wait while every slot is free, once faults have ended. */
const SLEEP_GRACE_MS = 25_000;

export interface HistoryResult {
  seed: number;
  problems: string[];
  trace: string[];
  steps: Step[];
  /** Virtual milliseconds that it took after the last fault. */
  recoveryMs: number;
}

/** Crashed processes leave them behind, which would keep everything of theirs in memory. */
function forgetMetricSources(): void {
  outboxLagSources.clear();
  deadLetterSources.clear();
}

/** One history, from the first request until all work is finished. */
export class History {
  private readonly world: World;
  private readonly redis: SimulatedRedis;
  private readonly providers: SimulatedProvider[];
  private readonly calls: SimulatedCalls;
  private readonly users: Users;
  /** With the second workload, these instead of the users. */
  private readonly customers?: Customers;
  private readonly razorpay?: SimulatedRazorpay;
  private readonly gateway = new SimulatedProcess('gateway', 'gateway');
  private readonly processes: Processes;
  private readonly faults: FaultInjection;
  private readonly waitingJobs: WaitingJobs;

  constructor(
    seed: number,
    private readonly database: SimulationDatabase,
    private readonly postgres: SimulatedPostgres,
    options: HistoryOptions,
  ) {
    const world = new World(seed, options);
    const journal = new RedisJournal(world);
    const queues = new SimulatedQueues(world, journal);
    const redis = new SimulatedRedis(world, queues, journal);
    const calls = new SimulatedCalls(world, journal);
    const names = world.random.chance(0.4) ? ['replicate', 'fal'] : ['replicate'];
    const providers = names.map((name) => new SimulatedProvider(world, name));
    if (options.workload === 'money') {
      this.razorpay = new SimulatedRazorpay(world);
      this.customers = new Customers(world, calls, this.razorpay);
    }
    const infrastructure = {
      ...{ world, redis, queues, calls, hasPayments: this.razorpay !== undefined },
      providers: new Map(providers.map((provider) => [provider.name, provider])),
      urlOf: (service: 'billing' | 'generation') => database.urlOf(service),
    };
    this.world = world;
    this.redis = redis;
    this.calls = calls;
    this.providers = providers;
    this.users = new Users(world, calls);
    this.processes = new Processes(world, infrastructure, new SimulatedAuth(calls, queues));
    const { gateway, processes } = this;
    this.faults = new FaultInjection({
      ...{ world, processes, journal, redis, queues, calls, providers, database, gateway },
    });
    this.waitingJobs = new WaitingJobs(database, names);
  }

  async run(): Promise<HistoryResult> {
    const { world } = this;
    this.postgres.attach(world);
    await this.database.clear(world.startedAt);
    // In production this error would end the process.
    const onRejection = (error: unknown): void => void world.problems.push(`unhandled rejection: ${String(error)}`);
    process.on('unhandledRejection', onRejection);
    let found: string[];
    let faultsEnd = world.now;
    try {
      world.time.install();
      this.postgres.install();
      await this.processes.start();
      this.faults.start();
      this.startPayments();
      this.gateway.run(() => (this.customers ?? this.users).start());
      faultsEnd = world.startedAt + world.random.int(FAULTS_MS.least, FAULTS_MS.most);
      await this.runChecked(faultsEnd);
      this.faults.end();
      this.razorpay?.endFaults();
      found = await this.recover(faultsEnd);
    } catch (error) {
      found = world.problems.length > 0 ? world.problems : [(error as Error).stack ?? String(error)];
    } finally {
      await this.processes.stop();
      await this.gateway.crash();
      process.off('unhandledRejection', onRejection);
      this.postgres.uninstall();
      this.razorpay?.uninstall();
      world.time.uninstall();
      forgetMetricSources();
    }
    const ids = await ReadableIds.of(this.database);
    const trace = world.trace.map((line) => ids.in(line));
    const problems = found.map((problem) => ids.in(problem));
    return { seed: world.seed, problems, trace, steps: world.steps, recoveryMs: world.now - faultsEnd };
  }

  private startPayments(): void {
    const { razorpay, gateway, calls, world } = this;
    if (!razorpay) return;
    razorpay.install();
    razorpay.onWebhook = (webhook) =>
      gateway.run(() => {
        calls
          .call(billingCalls.receiveWebhook, webhook)
          .catch((error: Error) => world.log('gateway', `webhook failed: ${error.message}`));
      });
  }

  /** What the second auditor finds. Payments and documents may still be on their way. */
  private async findBroken(): Promise<string[]> {
    const { customers, razorpay, world, gateway, database } = this;
    if (!customers || !razorpay) return [];
    let views: AccountView[] | undefined;
    const looking = gateway.run(() => Promise.all(customers.accounts.map((account) => customers.view(account))));
    looking.then(
      (found) => (views = found),
      (error: Error) => world.problems.push(`an account cannot be seen: ${error.message}`),
    );
    await world.runUntil(world.now + LOOK_MS, () => views !== undefined);
    const { payments, refunds } = razorpay;
    const books = { payments, refunds, documents: await readDocuments(database) };
    return new PromiseAuditor(customers.promises, customers.seen, books).audit(views ?? []);
  }

  /** Runs until then, and checks from time to time what must always hold. */
  private async runChecked(end: number): Promise<void> {
    const { world, database, redis, processes, faults } = this;
    while (world.now < end) {
      await world.runUntil(Math.min(end, world.now + CHECK_MS));
      world.problems.push(
        ...(await findNotWoken(database, world.now)),
        ...(await findOverlongPauses(database, world.now)),
        ...(await this.waitingJobs.findIgnored(world.now, processes.running, faults.isOver)),
        ...(redis.flushedAt > 0 ? await findNotReplayed(database, redis) : []),
      );
      if (world.problems.length > 0) throw new Error(world.problems.join('; '));
    }
  }

  /** Runs until all work is finished. @returns the violations at that time */
  private async recover(faultsEnd: number): Promise<string[]> {
    const { world, providers, database } = this;
    let owed: string[] = [];
    for (let checkAt = faultsEnd + CHECK_MS; checkAt <= faultsEnd + RECOVERY_MS; checkAt += CHECK_MS) {
      await this.runChecked(checkAt);
      if (this.faults.hasOutage && world.now - faultsEnd > SLEEP_GRACE_MS) {
        const sleeping = await findSleeping(database, world.now, SLEEP_GRACE_MS);
        if (sleeping.length > 0) return sleeping;
      }
      owed = (this.customers ?? this.users).areDone ? await findOwed(database, providers) : ['a user waits'];
      if (owed.length === 0) owed = await this.findBroken();
      if (owed.length === 0) return findViolations(database, providers, this.users.told);
    }
    return owed.map((one) => `not ended ${RECOVERY_MS / 1_000} s after the last fault: ${one}`);
  }
}
