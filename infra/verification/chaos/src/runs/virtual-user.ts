import { newCreator } from '@luit/smoke/smoke-test';
import { ApiError, type CheckoutResult, type LuitClient } from '@luit/smoke/client';
import { LiveConnection } from '@luit/smoke/live';
import { until } from '@luit/smoke/until';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../test-cluster';
import { TEST_IMAGE } from '../test-image';
import { USERS, type PlannedRequest } from './run-plan';

/** The web app asks people to try again on these: a service is down, or the response was lost. */
const RETRIED_STATUSES = [401, 429, 500, 502, 503, 504];
const PAUSE_MS = 500;
/** A frozen gateway never responds. */
const RESPONSE_TIMEOUT_MS = 15_000;
const PACKS = 4;
/** Longest time that a job may take. */
export const FINISHES_WITHIN_MS = 5 * 60_000;

/** The number of requests without a definite response, by status or kind of error. */
export type TransientErrors = Record<string, number>;

/** Behaves as the web app does: sends each request with one idempotency key until it gets a definite response. */
export class VirtualUser {
  readonly accepted: string[] = [];
  readonly transientErrors: TransientErrors = {};
  /** Responses with status 500, which are always bugs. The run goes on, to find more. */
  readonly bugs: string[] = [];
  /** The outcome of a request's first retry, if that failed, too. */
  readonly repeatedFailures: string[] = [];
  packs = 0;
  private renewing?: Promise<void>;

  private constructor(
    readonly client: LuitClient,
    private readonly live: LiveConnection,
  ) {}

  static async join(cluster: TestCluster): Promise<VirtualUser> {
    const client = await newCreator(cluster.stack);
    const live = await LiveConnection.open(cluster.stack.api, () => client.session?.access_token ?? '');
    const created = new VirtualUser(client, live);
    for (let i = 0; i < PACKS; i++) {
      await client.buyPack('pro');
      created.packs += 1;
    }
    return created;
  }

  leave(): void {
    this.live.close();
  }

  /** Sends a planned request, and cancels or retries it as planned. */
  async perform(planned: PlannedRequest): Promise<void> {
    const id = await this.send(planned);
    if (planned.cancelAfterMs !== null) {
      await pause(planned.cancelAfterMs);
      await this.cancel(id);
    }
    if (!planned.isRetried || !(await this.hasFailed(id))) return;
    const key = randomUUID();
    const retried = await this.retry(() =>
      this.client.post<{ request_id: string }>(`/api/requests/${id}/retry`, {}, { 'idempotency-key': key }),
    );
    this.accepted.push(retried.request_id);
  }

  /** Buys one more pack. Whichever source reports the payment first, it must be granted once. */
  async buy(): Promise<void> {
    const order = await this.retry(() => this.client.orderPack('pro'));
    const paid = await this.retry(() => this.client.checkout(order.razorpayOrderId));
    this.packs += 1;
    await this.retry((): Promise<unknown> => this.client.verify(paid satisfies CheckoutResult));
  }

  /** Ids of requests whose outcome was pushed to this user. */
  notifiedRequests(): Set<string> {
    const finished = this.live.requests.filter(({ request }) => request.status !== 'processing');
    return new Set(finished.map(({ request }) => request.id));
  }

  /** Repeats a request until it gets a definite response. @throws ApiError for a definite refusal */
  async retry<T>(send: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await Promise.race([send(), responseTimeout()]);
      } catch (error) {
        if (error instanceof ApiError && error.status === 500) {
          this.bugs.push(`500, correlation id ${error.body.requestId}`);
        }
        if (error instanceof ApiError && error.status === 503 && !error.retryAfter)
          this.bugs.push('503 without Retry-After');
        if (error instanceof ApiError && error.status === 401) await this.renewSession();
        const transientError = transientErrorOf(error);
        if (transientError === null) throw error;
        this.transientErrors[transientError] = (this.transientErrors[transientError] ?? 0) + 1;
        if (attempt === 1) this.repeatedFailures.push(transientError);
        await pause(PAUSE_MS);
      }
    }
  }

  /** Access tokens live 15 minutes. @throws ApiError if the session itself was revoked */
  private renewSession(): Promise<void> {
    this.renewing ??= this.refreshTokens().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async refreshTokens(): Promise<void> {
    for (;;) {
      try {
        return await Promise.race([this.client.refresh(), responseTimeout()]);
      } catch (error) {
        if (transientErrorOf(error) === null || (error instanceof ApiError && error.status === 401)) throw error;
        await pause(PAUSE_MS);
      }
    }
  }

  private async send({ kind, directives, key }: PlannedRequest): Promise<string> {
    const prompt = `A ferry on a rough river ${directives}`;
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
    const finished = await until(
      `${id} to finish`,
      async () => {
        const { status } = await this.retry(() => this.client.getRequest(id));
        if (status === 'processing') await pause(PAUSE_MS);
        return status === 'processing' ? undefined : status;
      },
      FINISHES_WITHIN_MS,
    );
    return finished === 'failed';
  }
}

/** Signs up users with confirmed accounts and credits. */
export function createUsers(cluster: TestCluster, users = USERS): Promise<VirtualUser[]> {
  return Promise.all(Array.from({ length: users }, () => VirtualUser.join(cluster)));
}

class ResponseTimeout extends Error {}

async function responseTimeout(): Promise<never> {
  await pause(RESPONSE_TIMEOUT_MS, undefined, { ref: false });
  throw new ResponseTimeout();
}

/** The status or kind of a transient error; null for any other. */
function transientErrorOf(error: unknown): string | null {
  if (error instanceof ApiError) return RETRIED_STATUSES.includes(error.status) ? String(error.status) : null;
  if (error instanceof ResponseTimeout) return 'no response';
  // fetch throws a TypeError when the connection breaks.
  return error instanceof TypeError ? 'connection lost' : null;
}
