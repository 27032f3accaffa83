import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest } from '@luit/contracts/generation/requests';
import type { SimulatedCalls } from './simulated-calls';
import type { World } from './world';

const PRICE = 18;
const MAX_ATTEMPTS = 4;

/** A state of a request that a user saw. */
export interface Told {
  userId: string;
  key: string;
  requestId: string;
}

export function userId(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** The users of a history: they buy credits, create, repeat, cancel and retry requests. */
export class Users {
  /** Requests that were confirmed to their user. */
  readonly told: Told[] = [];
  private unfinished = 0;

  constructor(
    private readonly world: World,
    private readonly calls: SimulatedCalls,
  ) {}

  get areDone(): boolean {
    return this.unfinished === 0;
  }

  /** Starts the users, in the process that calls for them. */
  start(): void {
    const { random } = this.world;
    const count = random.int(1, 2);
    for (let i = 1; i <= count; i += 1) this.track(this.live(userId(i)));
  }

  private track(work: Promise<void>): void {
    this.unfinished += 1;
    work
      .catch((error: Error) => this.world.problems.push(`a user failed: ${error.message}`))
      .finally(() => {
        this.unfinished -= 1;
      });
  }

  private async live(userId: string): Promise<void> {
    const { random } = this.world;
    const requests = random.int(1, 3);
    const credits = PRICE * requests - (random.chance(0.2) ? 1 : 0);
    const grant = { userId, credits, description: 'Purchase', expiresAt: null, idempotencyKey: userId };
    if (!this.includes(userId, 'grant')) return;
    const isGranted = await this.persist(() => this.calls.call(billingCalls.grantCredits, grant), 100);
    if (!isGranted) throw new Error('The grant was refused');
    for (let i = 1; i <= requests; i += 1)
      if (this.includes(userId, `key-${i}`)) this.track(this.request(userId, `key-${i}`));
  }

  private async request(userId: string, idempotencyKey: string): Promise<void> {
    const { random } = this.world;
    await pause(random.int(0, 8_000));
    const input: NewRequest = { userId, idempotencyKey, type: 'video', prompt: 'a river at dawn', duration: 5 };
    const create = () => this.calls.call(generationCalls.createRequest, input);
    if (random.chance(0.2) && this.includes(userId, `${idempotencyKey} twice`))
      this.track(this.persist(create).then((record) => this.note(userId, idempotencyKey, record)));
    const record = await this.persist(create);
    this.note(userId, idempotencyKey, record);
    if (!record || !random.chance(0.25) || !this.includes(userId, `cancel ${idempotencyKey}`)) return;
    await pause(random.int(0, 8_000));
    await this.persist(() => this.calls.call(generationCalls.cancelRequest, { userId, requestId: record.id }));
    if (!random.chance(0.3) || !this.includes(userId, `retry ${idempotencyKey}`)) return;
    await pause(random.int(2_000, 8_000));
    const key = `${idempotencyKey}-again`;
    const again = { userId, requestId: record.id, idempotencyKey: key };
    this.note(userId, key, await this.persist(() => this.calls.call(generationCalls.retryRequest, again)));
  }

  private includes(userId: string, what: string): boolean {
    return this.world.includes(`account ${Number(userId.slice(-12))}: ${what}`);
  }

  private note(userId: string, key: string, record: { id: string } | undefined): void {
    if (record) this.told.push({ userId, key, requestId: record.id });
  }

  /** Repeats a call until it is answered. @returns undefined if it is refused or the user gives up */
  private async persist<T>(call: () => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T | undefined> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof LuitError)) throw error;
        this.world.log('gateway', `is refused: ${error.code}`);
        if (error.code !== 'unavailable') return undefined;
        await pause(this.world.random.int(500, 2_000));
      }
    }
    return undefined;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
