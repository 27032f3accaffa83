import { billingEvents } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationEvents, generationPushes } from '@luit/contracts/generation/messages';
import type { ProviderFailure, StrayResults } from '@luit/contracts/generation/provider-tasks';
import type { AcceptedRecord, NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { HANDED_POLLS, handedPoll, type Poll, type PollResult } from '@luit/contracts/generation/tracking';
import { Queues } from '@luit/platform/queues/queues';
import { REDIS } from '@luit/platform/platform.module';
import { eventually } from '@luit/platform/testing/eventually';
import type { Redis } from 'ioredis';
import { setImmediate } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { Dispatcher } from '../dispatch/dispatcher';
import { entryId } from '../dispatch/submit-entries';
import { Reconciler } from '../reconciliation/reconciler';

import { type GenerationTestAppOptions, GenerationTestService, prepareParts } from './generation-test-service';

export interface Settled {
  requestId: string;
  userId: string | null;
  outcome: string;
  credits: number;
  reason: string | null;
}

/** The result of a claim of one job's poll. */
type TestClaim = { action: 'none' } | ({ action: 'poll' } & Poll);

/** Steps of jobs, as tests take them, and what the service did about them. */
export class GenerationTestApp extends GenerationTestService {
  static async start(options: GenerationTestAppOptions = {}): Promise<GenerationTestApp> {
    const app = new GenerationTestApp(await prepareParts(options));
    await app.startBilling();
    for (let i = 0; i < (options.replicas ?? 1); i += 1) await app.startService();
    return app;
  }

  create(input: Partial<NewRequest> = {}): Promise<AcceptedRecord> {
    return this.call(generationCalls.createRequest, {
      userId: uuidv7(),
      type: 'video',
      prompt: 'a river at dawn',
      duration: 5,
      ...input,
    });
  }

  /** Changes the price of a plan as an operator does. Replicas show the old one for up to a second. */
  async setPrice(id: string, credits: number): Promise<void> {
    await this.call(operationsCalls.changePlan, { adminId: uuidv7(), id, credits });
  }

  get({ id, userId }: { id: string; userId: string }): Promise<RequestRecord> {
    return this.call(generationCalls.getRequest, { requestId: id, userId });
  }

  /** Dispatches what can run, then claims the job, as a worker that takes its queue entry. */
  async claimSubmission(requestId: string, workerId = 'worker-1') {
    await this.dispatch();
    return this.call(generationCalls.claimSubmission, { requestId, workerId });
  }

  /** Claims the poll of this job and of no other, as if it were due. */
  async claimTracking(requestId: string, workerId = 'worker-1'): Promise<TestClaim> {
    await this.database.query(
      `UPDATE requests SET next_poll_at = CASE WHEN id::text = $1 THEN now() ELSE now() + interval '1 hour' END
        WHERE state IN ('running', 'collecting')`,
      [requestId],
    );
    const { polls } = await this.call(generationCalls.claimPolls, { workerId, limit: 1 });
    const poll = polls.find((one) => one.requestId === requestId);
    return poll ? { action: 'poll', ...poll } : { action: 'none' };
  }

  /** Reports one poll. @returns the milliseconds until the next one @throws LuitError `stale_lease` */
  async reportPoll(
    { requestId, lease }: { requestId: string; lease: number },
    result: PollResult,
    others?: StrayResults,
    workerId = 'worker-1',
  ): Promise<number | null> {
    const reports = [{ requestId, lease, result, others, workerId }];
    const { refused, nextPollMs } = await this.call(generationCalls.recordPolls, { reports });
    if (refused.length > 0) throw new LuitError('stale_lease', 'Refused');
    return nextPollMs;
  }

  /** @throws LuitError `stale_lease` */
  async renewLease(lease: { requestId: string; lease: number }): Promise<void> {
    const { stale } = await this.call(generationCalls.renewLeases, { leases: [lease] });
    if (stale.length > 0) throw new LuitError('stale_lease', 'Not renewed');
  }

  /** Milliseconds until the next poll of this job is due; negative if it is. */
  async pollDueInMs(requestId: string): Promise<number> {
    const [{ ms }] = (await this.database.query(
      `SELECT extract(epoch FROM next_poll_at - now())::float8 * 1000 AS ms FROM requests WHERE id = $1`,
      [requestId],
    )) as [{ ms: number }];
    return ms;
  }

  /** Takes the oldest poll that was handed to workers. */
  async takeHandedPoll(): Promise<Poll> {
    const [, text] = (await this.services[0]!.app.get<Redis>(REDIS).blpop(HANDED_POLLS, 5)) ?? [];
    return handedPoll.parse(JSON.parse(text ?? 'null')).poll;
  }

  /** The number of polls that were handed over and that no worker has received. */
  handedPolls(): Promise<number> {
    return this.services[0]!.app.get<Redis>(REDIS).llen(HANDED_POLLS);
  }

  /** Runs a round of the dispatcher. */
  async dispatch(): Promise<void> {
    await this.resolve(Dispatcher).round();
  }

  /** Claims and submits a job. @returns the lease */
  async submit(requestId: string, externalId = `task-${requestId}`): Promise<number> {
    const claim = await this.claimSubmission(requestId);
    if (claim.action !== 'submit') throw new Error(`Expected to submit, got ${claim.action}`);
    await this.call(generationCalls.recordSubmission, { requestId, lease: claim.lease, externalId });
    return claim.lease;
  }

  async track(requestId: string): Promise<number> {
    const claim = await this.claimTracking(requestId);
    if (claim.action !== 'poll') throw new Error(`Expected to poll, got ${claim.action}`);
    return claim.lease;
  }

  /** @param fingerprint of the output, hex */
  async succeed(requestId: string, fingerprint: string | null = null): Promise<void> {
    const lease = await this.track(requestId);
    await this.reportPoll({ requestId, lease }, { kind: 'succeeded' });
    await this.call(generationCalls.settleJob, {
      requestId,
      lease,
      outcome: {
        kind: 'succeeded',
        outputKey: `outputs/${requestId}.mp4`,
        posterKey: null,
        contentType: 'video/mp4',
        bytes: 1_000,
        durationSeconds: 5,
        fingerprint,
      },
    });
  }

  /** Publishes billing's event about a hold. */
  async publishHoldSettled(holdId: string, userId: string, state: 'captured' | 'returned' | 'refunded'): Promise<void> {
    const payload = { holdId, userId, state, credits: 18 };
    const queue = this.resolve(Queues).named('events-generation');
    await queue.add(billingEvents.holdSettled.name, { payload }, { jobId: uuidv7() });
  }

  /** Expires the lease, as if its worker had crashed a while ago. */
  async expireLease(id: string): Promise<void> {
    await this.set(id, `lease_expires_at = now() - interval '1 minute'`);
  }

  async timeline(id: string): Promise<string[]> {
    const rows: { what: string }[] = await this.database.query(
      `SELECT what FROM job_timeline WHERE request_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map((row) => row.what);
  }

  /** Published settlements, oldest first. */
  async settled(id?: string): Promise<Settled[]> {
    return this.published<Settled>(generationEvents.requestSettled.name, `payload->>'requestId'`, id);
  }

  /** Published updates of a request, oldest first. A final one is published twice, and included once. */
  async updates(id: string): Promise<RequestRecord[]> {
    await eventually(async () => {
      const waiting = await this.database.query<unknown[]>(`SELECT FROM outbox WHERE kind = 'push'`);
      if (waiting.length > 0) throw new Error(`${waiting.length} pushes are not relayed`);
    });
    // Direct pushes leave at the end of a tick of the event loop; Redis answers a ping on their connection after them.
    await setImmediate();
    await Promise.all(this.services.map(({ app }) => app.get<Redis>(REDIS).ping()));
    const pushes = await this.parts.pushes.payloads(generationPushes.requestUpdated);
    const updates = pushes.map(({ request }) => request).filter((request) => request.id === id);
    return updates.filter((update, i) => !updates.slice(0, i).some((earlier) => isRepeatedOutcome(earlier, update)));
  }

  /** Runs a round of the reconciler after any round that is still running. */
  async reconcile(olderThanMs: number): Promise<void> {
    await eventually(async () => expect(await this.resolve(Reconciler).reconcile(olderThanMs)).toBe(true));
  }

  /** `unknown` if there is no entry. */
  async entryState(kind: 'submit', id: string): Promise<string> {
    return this.resolve(Queues)
      .named(kind)
      .getJobState(await this.entryId(id));
  }

  async waitForEntry(kind: 'submit', id: string, state?: string): Promise<void> {
    await eventually(async () => {
      const found = await this.entryState(kind, id);
      if (found === 'unknown' || (state && found !== state)) throw new Error(`The ${kind} entry is ${found}`);
    });
  }

  async removeEntry(kind: 'submit', id: string): Promise<void> {
    await this.resolve(Queues)
      .named(kind)
      .remove(await this.entryId(id));
  }

  private async entryId(id: string): Promise<string> {
    const { dispatched_at: dispatchedAt } = await this.row(id);
    return dispatchedAt ? entryId({ id, dispatchedAt: dispatchedAt as Date }) : id;
  }

  private async published<T>(name: string, idOf: string, id?: string): Promise<T[]> {
    const rows: { payload: T }[] = await this.database.query(
      `SELECT payload FROM outbox WHERE name = $1 AND ($2::text IS NULL OR ${idOf} = $2) ORDER BY seq`,
      [name, id ?? null],
    );
    return rows.map((row) => row.payload);
  }
}

/** Outcomes are published directly and through the outbox. Gateways drop the second one. */
function isRepeatedOutcome(earlier: RequestRecord, { completedAt, sequence }: RequestRecord): boolean {
  return completedAt !== null && earlier.sequence === sequence && earlier.completedAt === completedAt;
}

export function failure(kind: ProviderFailure['kind'] = 'provider'): ProviderFailure {
  return { kind, code: 'E_TEST', message: 'provider message' };
}
