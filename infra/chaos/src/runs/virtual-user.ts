import { newCreator } from '@luit/smoke/smoke-test';
import { ApiError, type CheckoutResult, type LuitClient } from '@luit/smoke/client';
import { LiveConnection } from '@luit/smoke/live';
import { until } from '@luit/smoke/until';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../test-cluster';
import { TEST_IMAGE } from '../test-image';
import { PEOPLE, type PlannedRequest } from './run-plan';

/** What the web app tells people to try again: a part was away, or the answer never came. */
const ASK_AGAIN = [401, 429, 500, 502, 503, 504];
const PAUSE_MS = 500;
/** A gateway that is frozen answers nobody. */
const ANSWERED_WITHIN_MS = 15_000;
const PACKS = 4;
/** Longest a job may be on its way, milliseconds: fal tells within 15 minutes what it never took. */
export const ENDS_WITHIN_MS = 20 * 60_000;

/** How often people got no definite answer, by what they got instead. */
export type TransientErrors = Record<string, number>;

/** Someone who asks as the web app does: with one key per wish, until the answer is definite. */
export class VirtualUser {
  readonly accepted: string[] = [];
  readonly transientErrors: TransientErrors = {};
  /** Answers that say it was our fault: never right, but the storm goes on to show what else is wrong. */
  readonly bugs: string[] = [];
  packs = 0;
  private renewing?: Promise<void>;

  private constructor(
    readonly client: LuitClient,
    private readonly live: LiveConnection,
  ) {}

  static async join(cluster: TestCluster): Promise<VirtualUser> {
    const client = await newCreator(cluster.stack);
    const live = await LiveConnection.open(cluster.stack.api, () => client.session?.access_token ?? '');
    const person = new VirtualUser(client, live);
    for (let i = 0; i < PACKS; i++) {
      await client.buyPack('pro');
      person.packs += 1;
    }
    return person;
  }

  leave(): void {
    this.live.close();
  }

  /** Asks, perhaps cancels, perhaps asks again for what failed. */
  async perform(wish: PlannedRequest): Promise<void> {
    const id = await this.ask(wish);
    if (wish.cancelAfterMs !== null) {
      await pause(wish.cancelAfterMs);
      await this.cancel(id);
    }
    if (!wish.isRetried || !(await this.hasFailed(id))) return;
    const key = randomUUID();
    const again = await this.retry(() =>
      this.client.post<{ request_id: string }>(`/api/requests/${id}/retry`, {}, { 'idempotency-key': key }),
    );
    this.accepted.push(again.request_id);
  }

  /** Buys one more pack while the storm goes on: whichever road brings the payment, it is granted once. */
  async buy(): Promise<void> {
    const order = await this.retry(() => this.client.orderPack('pro'));
    const paid = await this.retry(() => this.client.checkout(order.razorpayOrderId));
    this.packs += 1;
    await this.retry((): Promise<unknown> => this.client.verify(paid satisfies CheckoutResult));
  }

  /** Ids of requests whose end was pushed here. */
  notifiedRequests(): Set<string> {
    const ended = this.live.requests.filter(({ request }) => request.status !== 'processing');
    return new Set(ended.map(({ request }) => request.id));
  }

  async retry<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await Promise.race([ask(), silence()]);
      } catch (error) {
        if (error instanceof ApiError && error.status === 500) {
          this.bugs.push(`500, correlation id ${error.body.requestId}`);
        }
        if (error instanceof ApiError && error.status === 401) await this.renewed();
        const transientError = transientErrorOf(error);
        if (transientError === null) throw error;
        this.transientErrors[transientError] = (this.transientErrors[transientError] ?? 0) + 1;
        await pause(PAUSE_MS);
      }
    }
  }

  /** A token lives 15 minutes. @throws ApiError where the session itself has ended */
  private renewed(): Promise<void> {
    this.renewing ??= this.renew().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async renew(): Promise<void> {
    for (;;) {
      try {
        return await Promise.race([this.client.refresh(), silence()]);
      } catch (error) {
        if (transientErrorOf(error) === null || (error instanceof ApiError && error.status === 401)) throw error;
        await pause(PAUSE_MS);
      }
    }
  }

  private async ask({ kind, words, key }: PlannedRequest): Promise<string> {
    const prompt = `A ferry in the storm ${words}`;
    const id = await this.retry(async () => {
      if (kind === 'video') return this.client.generate(prompt, key);
      return kind === 'restore' ? this.restore(key) : this.animate(prompt, key);
    });
    this.accepted.push(id);
    return id;
  }

  private async animate(prompt: string, key: string): Promise<string> {
    const fields = { prompt, duration: '5', planId: '5s-480p' };
    return (await this.client.upload('/api/generate-image-video', fields, TEST_IMAGE, key)).request_id;
  }

  private async restore(key: string): Promise<string> {
    return (await this.client.upload('/api/restore', { quality: 'standard' }, TEST_IMAGE, key)).request_id;
  }

  private async cancel(id: string): Promise<void> {
    await this.retry(async () => {
      try {
        await this.client.post(`/api/requests/${id}/cancel`, {});
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
      }
    });
  }

  private async hasFailed(id: string): Promise<boolean> {
    const ended = await until(
      `the end of ${id}`,
      async () => {
        const { status } = await this.retry(() => this.client.getRequest(id));
        if (status === 'processing') await pause(PAUSE_MS);
        return status === 'processing' ? undefined : status;
      },
      ENDS_WITHIN_MS,
    );
    return ended === 'failed';
  }
}

/** Everybody, each with a confirmed account and credits. */
export function createUsers(cluster: TestCluster, people = PEOPLE): Promise<VirtualUser[]> {
  return Promise.all(Array.from({ length: people }, () => VirtualUser.join(cluster)));
}

class Silence extends Error {}

async function silence(): Promise<never> {
  await pause(ANSWERED_WITHIN_MS, undefined, { ref: false });
  throw new Silence();
}

/** Null for an answer that stands, which in a storm is as wrong as on any other day. */
function transientErrorOf(error: unknown): string | null {
  if (error instanceof ApiError) return ASK_AGAIN.includes(error.status) ? String(error.status) : null;
  if (error instanceof Silence) return 'no answer';
  // What fetch throws when the connection breaks.
  return error instanceof TypeError ? 'connection lost' : null;
}
