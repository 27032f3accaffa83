import type { LuitError } from '@luit/contracts/errors';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const REFUSED = 'a girl cutting her wrists';
const REVIEWED = 'Durga beheading Mahishasura, clay idol';
const [adminId, reason] = [uuidv7(), 'A scene of a play'];

describe('the review of prompts', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
  });
  afterEach(() => app.database.query('TRUNCATE safety_findings, safety_pauses, safety_allowed_prompts CASCADE'));
  afterAll(() => app.close());

  const refuse = (userId: string, prompt = REFUSED) =>
    expect(app.create({ userId, prompt })).rejects.toMatchObject({ code: 'refused_by_policy' });
  const list = async (filter: object = {}) =>
    (await app.call(operationsCalls.listSafetyFindings, { limit: 10, ...filter })).items;
  const decide = (id: string, decision: 'confirmed' | 'lifted') =>
    app.call(operationsCalls.decideSafetyFinding, { id, adminId, decision, reason });

  it('findings are listed newest first, by state, category, verdict and account, in pages', async () => {
    const [userId, other] = [uuidv7(), uuidv7()];
    await refuse(userId);
    const { id: requestId } = await app.create({ userId, prompt: REVIEWED });
    await refuse(other, 'nude kids');
    const [minors, review, refused] = await list();
    expect([minors, review, refused]).toMatchObject([
      { userId: other, category: 'minors', verdict: 'refuse', requestId: null },
      { userId, category: 'violence', verdict: 'review', requestId, phrases: ['behead*'], prompt: REVIEWED },
      { userId, category: 'self_harm', verdict: 'refuse', state: 'open', decision: null },
    ]);
    expect(await list({ userId })).toEqual([review, refused]);
    expect(await list({ category: 'minors' })).toEqual([minors]);
    expect(await list({ verdict: 'review' })).toEqual([review]);
    await decide(refused!.id, 'confirmed');
    expect(await list({ state: 'open' })).toEqual([minors, review]);
    expect(await list({ state: 'confirmed' })).toMatchObject([
      { id: refused!.id, state: 'confirmed', decision: { adminId, reason } },
    ]);
    const first = await app.call(operationsCalls.listSafetyFindings, { limit: 2 });
    expect(first).toMatchObject({ total: 3, nextCursor: review!.id });
    expect(await list({ cursor: first.nextCursor })).toMatchObject([{ id: refused!.id }]);
  });

  it('the owner of a refusal appeals once, and what waits for a decision comes first', async () => {
    const [userId, text] = [uuidv7(), 'We rehearse this play at school'];
    await refuse(userId);
    const [finding] = await list({ userId });
    await app.create({ userId, prompt: REVIEWED });
    const [review] = await list({ userId });
    const appeal = (id: string, by = userId, words = text) =>
      app.call(generationCalls.appealRefusal, { userId: by, id, text: words });
    await Promise.all([appeal(finding!.id), appeal(finding!.id)]);
    expect(await list()).toMatchObject([
      { id: finding!.id, appeal: { text } },
      { id: review!.id, appeal: null },
    ]);
    const first = await app.call(operationsCalls.listSafetyFindings, { limit: 1 });
    expect(await list({ cursor: first.nextCursor })).toEqual([review]);
    await expect(appeal(finding!.id, userId, 'Once more')).rejects.toMatchObject({ code: 'conflict' });
    await expect(appeal(finding!.id, uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    await expect(appeal(review!.id)).rejects.toMatchObject({ code: 'not_found' });
    await decide(finding!.id, 'confirmed');
    expect((await list()).map(({ id }) => id)).toEqual([review!.id, finding!.id]);
    await refuse(userId, 'nude kids');
    const [decided] = await list({ userId, category: 'minors' });
    await decide(decided!.id, 'confirmed');
    await expect(appeal(decided!.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(app.database.query(`UPDATE safety_appeals SET text = ''`)).rejects.toThrow('append-only');
  });

  it('whoever knows the id of a refused order of a guest appeals once within a day; a lift allows the text to guests for a week', async () => {
    const order = (prompt: string, userId: string | null = null) => {
      const accountId = uuidv7();
      const video = { type: 'video', planId: '5s-480p', duration: 5, prompt } as const;
      const guest = { guestEmail: null, guestLanguage: userId ? null : ('en' as const) };
      return app.call(generationCalls.createPendingOrder, {
        ...{ ...video, ...guest, userId: userId ?? accountId, accountId, idempotencyKey: uuidv7() },
      });
    };
    const refuseOrder = async (userId: string | null = null) => {
      const error = await order(REFUSED, userId).catch((cause: unknown) => cause as LuitError);
      expect(error).toMatchObject({ code: 'refused_by_policy' });
      return String((error as LuitError).details?.refusalId);
    };
    const appeal = (id: string, text = 'A school play', userId: string | null = null) =>
      app.call(generationCalls.appealRefusal, { userId, id, text });
    const [id, old, member] = [await refuseOrder(), await refuseOrder(), await refuseOrder(uuidv7())];
    await expect(appeal(member)).rejects.toMatchObject({ code: 'not_found' });
    await expect(appeal(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    await app.database.query(
      `ALTER TABLE safety_findings DISABLE TRIGGER safety_findings_append_only;
       UPDATE safety_findings SET created_at = now() - interval '25 hours' WHERE id = '${old}';
       ALTER TABLE safety_findings ENABLE TRIGGER safety_findings_append_only`,
    );
    await expect(appeal(old)).rejects.toMatchObject({ code: 'not_found' });
    await Promise.all([appeal(id), appeal(id)]);
    await expect(appeal(id, 'Once more')).rejects.toMatchObject({ code: 'conflict' });
    const [first] = await list();
    expect(first).toMatchObject({ id, isGuest: true, appeal: { text: 'A school play' } });
    expect((await list()).find((finding) => finding.id === member)).toMatchObject({ isGuest: false });

    await decide(id, 'lifted');
    expect(await order(REFUSED)).toMatchObject({ planId: '5s-480p' });
    await refuseOrder(uuidv7());
    await refuse(uuidv7());
    await expect(order(`${REFUSED} again`)).rejects.toMatchObject({ code: 'refused_by_policy' });
    await app.database.query(`UPDATE safety_allowed_prompts SET allowed_at = now() - interval '8 days'`);
    await decide(await refuseOrder(), 'lifted');
    expect(await order(REFUSED)).toMatchObject({ planId: '5s-480p' });
  });

  it('a lifted refusal allows exactly this text to this account, ends its pause, and is audited', async () => {
    const userId = uuidv7();
    for (let i = 0; i < 5; i += 1) await refuse(userId);
    await expect(app.create({ userId })).rejects.toMatchObject({ code: 'too_many_requests' });
    const [finding] = await list({ userId });
    await decide(finding!.id, 'lifted');
    expect(await app.create({ userId, prompt: REFUSED })).toMatchObject({ jobStatus: 'pending' });
    await refuse(userId, `${REFUSED} `.concat('again'));
    await refuse(uuidv7());
    const rows = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = 'generation.operatorActed' ORDER BY seq DESC LIMIT 1`,
    );
    expect(rows[0]?.payload).toMatchObject({
      adminId,
      action: 'refusal_lifted',
      subject: finding!.id,
      details: { category: 'self_harm', reason },
      userIds: [userId],
    });
    await app.call(generationCalls.eraseRequests, { userId });
    expect(await list({ userId })).toEqual([]);
    await refuse(userId);
  });

  it('the text of a lifted review is not listed again', async () => {
    const userId = uuidv7();
    await app.create({ userId, prompt: REVIEWED });
    const [finding] = await list({ userId });
    await decide(finding!.id, 'lifted');
    await app.create({ userId, prompt: REVIEWED });
    expect(await list({ userId })).toHaveLength(1);
  });

  it('operators decide once about a prompt that is stored', async () => {
    const userId = uuidv7();
    await refuse(userId);
    const [finding] = await list({ userId });
    const decisions = await Promise.allSettled([decide(finding!.id, 'confirmed'), decide(finding!.id, 'lifted')]);
    expect(decisions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(decide(finding!.id, 'lifted')).rejects.toMatchObject({ code: 'conflict' });
    await expect(decide(uuidv7(), 'lifted')).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.database.query(`UPDATE safety_decisions SET reason = ''`)).rejects.toThrow('append-only');
  });
});
