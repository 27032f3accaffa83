import { generationCalls } from '@luit/contracts/generation/messages';
import type { IncidentSelection } from '@luit/contracts/auth/incident-mails';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { failure, GenerationTestApp } from '../test/generation-test-app';

describe('jobs that an incident affected', () => {
  let app: GenerationTestApp;
  let provider: string;
  const jobs: { id: string; userId: string }[] = [];

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    for (let i = 0; i < 4; i += 1) jobs.push(await app.create());
    const [failed, succeeded, canceled] = jobs;
    for (const { id } of [failed!, succeeded!]) await app.submit(id);
    await app.succeed(succeeded!.id);
    const lease = await app.track(failed!.id);
    const outcome = { kind: 'failed', failure: failure('timeout') } as const;
    await app.call(generationCalls.settleJob, { requestId: failed!.id, lease, outcome });
    await app.call(generationCalls.cancelRequest, { requestId: canceled!.id, userId: canceled!.userId });
    await app.set(succeeded!.id, `submitted_at = accepted_at + interval '11 minutes'`);
    provider = String((await app.row(failed!.id)).provider);
  });
  afterAll(() => app.close());

  const list = async (changes: Partial<IncidentSelection>) => {
    const now = Date.now();
    const span = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 60_000).toISOString() };
    const selection = { ...span, providers: [provider], outcome: 'failed', ...changes } as const;
    return (await app.call(operationsCalls.listAffectedJobs, selection)).jobs;
  };

  it('the outcome, the provider and the span select the jobs', async () => {
    const { id, userId } = jobs[0]!;
    expect(await list({})).toEqual([
      {
        requestId: id,
        userId,
        email: null,
        credits: Number((await app.row(id)).credits),
        isReturned: expect.any(Boolean) as boolean,
      },
    ]);
    expect((await list({ outcome: 'canceled' })).map(({ requestId }) => requestId)).toEqual([jobs[2]!.id]);
    expect(await list({ outcome: 'unconfirmed' })).toEqual([]);
    expect(await list({ providers: ['another'] })).toEqual([]);
    expect(await list({ to: new Date(Date.now() - 1_800_000).toISOString() })).toEqual([]);
  });

  it('a job waited until its provider had it', async () => {
    const waited = async (waitedMinutes: number) =>
      (await list({ outcome: 'waited', waitedMinutes })).map(({ requestId }) => requestId);
    expect(await waited(10)).toEqual([jobs[1]!.id]);
    expect(await waited(11)).toEqual([]);
    await expect(list({ outcome: 'waited' })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
