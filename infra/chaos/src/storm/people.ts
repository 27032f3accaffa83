import { newCreator } from '@luit/journey/journey';
import { ApiFailure, type CheckoutResult, type LuitClient } from '@luit/journey/client';
import { LiveConnection } from '@luit/journey/live';
import { until } from '@luit/journey/until';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Arena } from '../arena';
import { PICTURE } from './picture';
import { PEOPLE, type Wish } from './plan';

/** What the web app tells people to try again: a part was away, or the answer never came. */
const ASK_AGAIN = [401, 429, 500, 502, 503, 504];
const PAUSE_MS = 500;
/** A gateway that is frozen answers nobody. */
const ANSWERED_WITHIN_MS = 15_000;
const PACKS = 4;
/** Longest a job may be on its way, milliseconds: fal tells within 15 minutes what it never took. */
export const ENDS_WITHIN_MS = 20 * 60_000;

/** How often people got no definite answer, by what they got instead. */
export type Excuses = Record<string, number>;

/** Someone who asks as the web app does: with one key per wish, until the answer is definite. */
export class Person {
  readonly accepted: string[] = [];
  readonly excuses: Excuses = {};
  /** Answers that say it was our fault: never right, but the storm goes on to show what else is wrong. */
  readonly bugs: string[] = [];
  packs = 0;
  private renewing?: Promise<void>;

  private constructor(
    readonly client: LuitClient,
    private readonly live: LiveConnection,
  ) {}

  static async join(arena: Arena): Promise<Person> {
    const client = await newCreator(arena.stack);
    const live = await LiveConnection.open(arena.stack.api, () => client.session?.access_token ?? '');
    const person = new Person(client, live);
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
  async fulfil(wish: Wish): Promise<void> {
    const id = await this.ask(wish);
    if (wish.cancelAfterMs !== null) {
      await pause(wish.cancelAfterMs);
      await this.cancel(id);
    }
    if (!wish.isRetried || !(await this.hasFailed(id))) return;
    const key = randomUUID();
    const again = await this.insist(() =>
      this.client.post<{ request_id: string }>(`/api/requests/${id}/retry`, {}, { 'idempotency-key': key }),
    );
    this.accepted.push(again.request_id);
  }

  /** Buys one more pack while the storm goes on: whichever road brings the payment, it is granted once. */
  async buy(): Promise<void> {
    const order = await this.insist(() => this.client.orderPack('pro'));
    const paid = await this.insist(() => this.client.checkout(order.razorpayOrderId));
    this.packs += 1;
    await this.insist((): Promise<unknown> => this.client.verify(paid satisfies CheckoutResult));
  }

  /** Ids of requests whose end was pushed here. */
  toldOf(): Set<string> {
    const ended = this.live.requests.filter(({ request }) => request.status !== 'processing');
    return new Set(ended.map(({ request }) => request.id));
  }

  async insist<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await Promise.race([ask(), silence()]);
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 500) {
          this.bugs.push(`500, correlation id ${error.body.requestId}`);
        }
        if (error instanceof ApiFailure && error.status === 401) await this.renewed();
        const excuse = excuseOf(error);
        if (excuse === null) throw error;
        this.excuses[excuse] = (this.excuses[excuse] ?? 0) + 1;
        await pause(PAUSE_MS);
      }
    }
  }

  /** A token lives 15 minutes. @throws ApiFailure where the session itself has ended */
  private renewed(): Promise<void> {
    this.renewing ??= this.renew().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async renew(): Promise<void> {
    for (;;) {
      try {
        return await Promise.race([this.client.refresh(), silence()]);
      } catch (error) {
        if (excuseOf(error) === null || (error instanceof ApiFailure && error.status === 401)) throw error;
        await pause(PAUSE_MS);
      }
    }
  }

  private async ask({ kind, words, key }: Wish): Promise<string> {
    const prompt = `A ferry in the storm ${words}`;
    const id = await this.insist(async () => {
      if (kind === 'video') return this.client.generate(prompt, key);
      return kind === 'restore' ? this.restore(key) : this.animate(prompt, key);
    });
    this.accepted.push(id);
    return id;
  }

  private async animate(prompt: string, key: string): Promise<string> {
    const fields = { prompt, duration: '5', planId: '5s-480p' };
    return (await this.client.upload('/api/generate-image-video', fields, PICTURE, key)).request_id;
  }

  private async restore(key: string): Promise<string> {
    return (await this.client.upload('/api/restore', { quality: 'standard' }, PICTURE, key)).request_id;
  }

  private async cancel(id: string): Promise<void> {
    await this.insist(async () => {
      try {
        await this.client.post(`/api/requests/${id}/cancel`, {});
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      }
    });
  }

  private async hasFailed(id: string): Promise<boolean> {
    const ended = await until(
      `the end of ${id}`,
      async () => {
        const { status } = await this.insist(() => this.client.getRequest(id));
        if (status === 'processing') await pause(PAUSE_MS);
        return status === 'processing' ? undefined : status;
      },
      ENDS_WITHIN_MS,
    );
    return ended === 'failed';
  }
}

/** Everybody, each with a confirmed account and credits. */
export function gather(arena: Arena, people = PEOPLE): Promise<Person[]> {
  return Promise.all(Array.from({ length: people }, () => Person.join(arena)));
}

class Silence extends Error {}

async function silence(): Promise<never> {
  await pause(ANSWERED_WITHIN_MS, undefined, { ref: false });
  throw new Silence();
}

/** Null for an answer that stands, which in a storm is as wrong as on any other day. */
function excuseOf(error: unknown): string | null {
  if (error instanceof ApiFailure) return ASK_AGAIN.includes(error.status) ? String(error.status) : null;
  if (error instanceof Silence) return 'no answer';
  // What fetch throws when the connection breaks.
  return error instanceof TypeError ? 'connection lost' : null;
}
