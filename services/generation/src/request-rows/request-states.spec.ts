import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import * as fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { InvariantsService } from '../invariants/invariants.service';
import { GenerationTestApp, failure } from '../test/generation-test-app';
import {
  HIDDEN,
  isFinal,
  jobStatusOf,
  mayBecome,
  type RequestState,
  requestStatusOf,
  STATES,
  statesShownAs,
  UNFINISHED,
} from './request-states';

describe('the transition table', () => {
  it('every state maps to one of five job statuses and three request statuses [JOB-01, G-19]', () => {
    const statuses = STATES.map((state) => `${state}: ${jobStatusOf(state)}, ${requestStatusOf(state)}`);
    expect(statuses).toEqual([
      'awaiting_payment: pending, processing',
      'accepting: pending, processing',
      'pending: pending, processing',
      'submitting: pending, processing',
      'unknown: pending, processing',
      'running: running, processing',
      'collecting: running, processing',
      'succeeded: succeeded, completed',
      'failed: failed, failed',
      'canceled: canceled, failed',
      'rejected: failed, failed',
    ]);
    expect(statesShownAs('failed')).toEqual(['failed', 'canceled']);
  });

  it('every state is initial, unfinished or final, and every non-final state has a transition', () => {
    for (const state of STATES) {
      const isBefore = state === 'awaiting_payment' || state === 'accepting';
      const kinds = [isBefore, (UNFINISHED as readonly string[]).includes(state), isFinal(state)];
      expect(kinds.filter(Boolean)).toHaveLength(1);
      const next = STATES.filter((other) => mayBecome(state, other));
      expect(next.length === 0).toBe(isFinal(state));
    }
    expect(HIDDEN).toEqual(['awaiting_payment', 'accepting', 'rejected']);
  });
});

type Worker = 0 | 1;

interface World {
  id: string;
  userId: string;
  /** The lease that each worker believes to hold; it may be stale, as in a frozen process. */
  leases: [number, number];
}

type Step = { worker: Worker; what: keyof typeof STEPS; n: number };

const succeeded: JobOutcome = {
  kind: 'succeeded',
  outputKey: 'o',
  posterKey: null,
  contentType: 'video/mp4',
  bytes: 1,
  durationSeconds: 5,
};
const outcomes: JobOutcome[] = [succeeded, { kind: 'canceled' }, { kind: 'failed', failure: failure() }];
const results = ['retry', 'unknown', 'rejected'] as const;

const leased = ({ id, leases }: World, worker: Worker) => ({ requestId: id, lease: leases[worker] });

const claim = async (world: World, worker: Worker, answer: Promise<object>): Promise<void> => {
  const granted = await answer;
  if ('lease' in granted) world.leases[worker] = granted.lease as number;
};

const STEPS = {
  claimSubmission: (app: GenerationTestApp, world: World, worker: Worker) =>
    claim(world, worker, app.claimSubmission(world.id, `w${worker}`)),
  claimTracking: (app: GenerationTestApp, world: World, worker: Worker) =>
    claim(world, worker, app.claimTracking(world.id, `w${worker}`)),
  recordSubmission: (app: GenerationTestApp, world: World, worker: Worker, n: number) =>
    app.call(generationCalls.recordSubmission, { ...leased(world, worker), externalId: `${world.id}-${n % 3}` }),
  recordSubmissionFailure: (app: GenerationTestApp, world: World, worker: Worker, n: number) =>
    app.call(generationCalls.recordSubmissionFailure, {
      ...leased(world, worker),
      result: results[n % 3]!,
      // A timeout does not count against the provider, so its circuit breaker stays closed.
      failure: failure('timeout'),
    }),
  recordNotFound: (app: GenerationTestApp, world: World, worker: Worker, n: number) =>
    app.call(generationCalls.recordNotFound, {
      ...leased(world, worker),
      isSearchable: n % 2 === 0,
      reportedWithinMs: 3_000,
      claimedAt: new Date().toISOString(),
    }),
  recordSearchFailure: (app: GenerationTestApp, world: World, worker: Worker) =>
    app.call(generationCalls.recordSearchFailure, { ...leased(world, worker), failure: failure('timeout') }),
  renewLease: (app: GenerationTestApp, world: World, worker: Worker) => app.renewLease(leased(world, worker)),
  recordProgress: (app: GenerationTestApp, world: World, worker: Worker, n: number) =>
    app.reportPoll(leased(world, worker), { kind: 'running', progress: n }),
  recordPollFailure: (app: GenerationTestApp, world: World, worker: Worker) =>
    app.reportPoll(leased(world, worker), { kind: 'failed', failure: failure() }),
  startCollecting: (app: GenerationTestApp, world: World, worker: Worker) =>
    app.reportPoll(leased(world, worker), { kind: 'succeeded' }),
  settleJob: (app: GenerationTestApp, world: World, worker: Worker, n: number) =>
    app.call(generationCalls.settleJob, { ...leased(world, worker), outcome: outcomes[n % 3]! }),
  cancelRequest: (app: GenerationTestApp, { id, userId }: World, _worker: Worker, n: number) =>
    n % 4 === 0 ? app.call(generationCalls.cancelRequest, { requestId: id, userId }) : Promise.resolve(),
  expireLease: (app: GenerationTestApp, { id }: World) =>
    app.set(id, 'lease_expires_at = now(), next_attempt_at = NULL'),
  passHours: (app: GenerationTestApp, { id }: World) =>
    app.set(id, `submit_before = submit_before - interval '1 hour'`),
};

/** Error codes that workers may get; a bug would be `internal_error`. */
const EXPECTED = ['stale_lease', 'conflict', 'cancel_not_possible'];

describe('random interleavings of two workers', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 10_000, replicas: 2 });
  });

  afterAll(() => app.close());

  const statesOf = async (id: string): Promise<RequestState[]> => {
    const rows: { state: RequestState }[] = await app.database.query(
      `SELECT state FROM job_timeline WHERE request_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ state }) => state);
  };

  const verify = async (world: World): Promise<void> => {
    const states = await statesOf(world.id);
    states.forEach((state, i) => {
      const before = states[i - 1];
      if (before && before !== state)
        expect(`${before} → ${mayBecome(before, state) ? state : 'elsewhere'}`).toBe(`${before} → ${state}`);
    });
    const row = await app.row(world.id);
    const settled = await app.settled(world.id);
    expect(settled.map(({ outcome }) => outcome)).toEqual(isFinal(row.state as RequestState) ? [row.state] : []);
    const sequences = (await app.updates(world.id)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, i) => i + 1));
    const live: { external_id: string }[] = await app.database.query(
      `SELECT external_id FROM provider_tasks WHERE request_id = $1 AND status = 'live'`,
      [world.id],
    );
    expect(live.length).toBeLessThanOrEqual(1);
    for (const task of live) expect(task.external_id).toBe(row.external_id);
  };

  it('transitions follow the table, at most one task is live, and the job settles once [SRV-07, SRV-13, I5]', async () => {
    const step = fc.record({
      worker: fc.constantFrom<Worker>(0, 1),
      what: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
      n: fc.nat(99),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 5, maxLength: 25 }),
        async (rounds) => {
          const { id, userId } = await app.create({ userId: uuidv7() });
          const world: World = { id, userId, leases: [0, 0] };
          for (const atOnce of rounds) {
            const results = await Promise.allSettled(
              atOnce.map((one: Step) => STEPS[one.what](app, world, one.worker, one.n)),
            );
            for (const result of results) {
              if (result.status === 'fulfilled') continue;
              expect(result.reason).toBeInstanceOf(LuitError);
              expect(EXPECTED).toContain((result.reason as LuitError).code);
            }
          }
          await verify(world);
        },
      ),
      { numRuns: 40 },
    );
    expect((await app.resolve(InvariantsService).duplicateTasks()).severalLive).toBe(0);
  }, 120_000);
});
