import { quantile } from '@luit/bench/paired';
import { atConstantRate } from '@luit/chaos/constant-rate';
import { ApiError, LuitClient } from '@luit/smoke/client';
import { io, type Socket } from 'socket.io-client';
import type { Stack } from '@luit/local/running-stack';

/** Requests are sent at this interval whether or not earlier ones have finished, so a stalled gateway delays all of them. */
const INTERVAL_MS = 40;
/** Enough requests to see that they are answered, if nobody measures the latency. */
const SLOW_INTERVAL_MS = 200;
const SIGN_IN_EVERY = 75;
const GENERATE_EVERY = 50;
const SYNC_EVERY = 12;
const SYNC_TIMEOUT_MS = 60_000;

interface Sample {
  operation: string;
  ms: number;
  /** The status or message of an error. */
  failure?: string;
}

export interface BystanderReport {
  requests: number;
  /** Response times in milliseconds. */
  p50: number;
  p99: number;
  /** The slowest request, such as `sign in 812 ms`. */
  slowest: string;
  /** The number of failures by operation and error. */
  failures: Record<string, number>;
}

/** A normal client: signs in, browses, generates, polls and syncs at a constant rate while others attack. */
export class Bystander {
  private lastSync: Promise<void> = Promise.resolve();

  private constructor(
    private readonly stack: Stack,
    private readonly client: LuitClient,
    /** Signs in again and again from a device that the account trusts. */
    private readonly returning: LuitClient,
    private readonly account: { email: string; password: string },
    private readonly socket: Socket,
    private readonly requestId: string,
  ) {}

  static async join(
    stack: Stack,
    client: LuitClient,
    account: { email: string; password: string },
  ): Promise<Bystander> {
    const auth = (send: (introduction: object) => void): void => send({ token: client.session?.access_token });
    const socket = io(stack.api, { path: '/socket.io', auth, transports: ['websocket'], forceNew: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const returning = new LuitClient(stack.api, stack.sandbox);
    await returning.signIn(account.email, account.password);
    return new Bystander(
      stack,
      client,
      returning,
      account,
      socket,
      await client.generate('Rain on tin roofs [fail:technical]'),
    );
  }

  leave(): void {
    this.socket.close();
  }

  /** Sends requests until `isOver`, and waits for every response. `isTimed`: often enough to measure response times. */
  async work(isOver: () => boolean, isTimed: boolean): Promise<BystanderReport> {
    const samples: Sample[] = [];
    await atConstantRate(isTimed ? INTERVAL_MS : SLOW_INTERVAL_MS, isOver, async (turn) => {
      const [operation, work] = this.step(turn);
      samples.push(await measure(operation, work));
    });
    return reportOf(samples);
  }

  private step(turn: number): [string, () => Promise<unknown>] {
    const { client } = this;
    if (turn % SIGN_IN_EVERY === 20) return ['sign in', () => this.signIn()];
    if (turn % GENERATE_EVERY === 10)
      return ['generate', () => client.generate('Rain on tin roofs [slow:0.3][fail:technical]')];
    if (turn % SYNC_EVERY === 5) return ['sync', () => this.sync()];
    const pages: [string, () => Promise<unknown>][] = [
      ['plans', () => client.get('/api/plans')],
      ['balance', () => client.balance()],
      ['library', () => client.get('/api/requests')],
      ['poll', () => client.getRequest(this.requestId)],
      ['home page', () => this.homePage()],
    ];
    return pages[turn % pages.length]!;
  }

  private async signIn(): Promise<void> {
    await this.returning.signIn(this.account.email, this.account.password);
  }

  private async homePage(): Promise<void> {
    const response = await fetch(this.stack.api);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`the home page answered ${response.status}`);
  }

  /** Waits for the previous sync, as the web app does: the gateway rejects a second one on the same socket. */
  private sync(): Promise<void> {
    this.lastSync = this.lastSync.then(() => this.syncNow());
    return this.lastSync;
  }

  private async syncNow(): Promise<void> {
    const response = (await this.socket.timeout(SYNC_TIMEOUT_MS).emitWithAck('sync', {})) as { code?: string };
    if (response.code) throw new Error(`sync answered ${response.code}`);
  }
}

async function measure(operation: string, work: () => Promise<unknown>): Promise<Sample> {
  const startedAt = performance.now();
  try {
    await work();
    return { operation, ms: performance.now() - startedAt };
  } catch (error) {
    const reason = error instanceof ApiError ? error.status : (error as Error).message;
    return { operation, ms: performance.now() - startedAt, failure: `${operation}: ${reason}` };
  }
}

function reportOf(samples: Sample[]): BystanderReport {
  const failures: Record<string, number> = {};
  for (const { failure } of samples) if (failure) failures[failure] = (failures[failure] ?? 0) + 1;
  const times = samples.map(({ ms }) => ms);
  const slowest = samples.reduce((most, each) => (each.ms > most.ms ? each : most));
  return {
    requests: samples.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    slowest: `${slowest.operation} ${slowest.ms.toFixed(0)} ms`,
    failures,
  };
}
