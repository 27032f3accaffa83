import { generationCalls } from '@luit/contracts/generation/messages';
import type { BillLine } from '@luit/contracts/generation/provider-bills';
import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { failure, GenerationTestApp } from '../test/generation-test-app';

describe('the comparison of a provider’s bill', () => {
  let app: GenerationTestApp;

  beforeEach(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 1_000,
      limits: { reconcileIntervalMs: 600_000 },
      modelProviders: { seedance: [{ provider: 'fal', cost: null }], zeroscope: [{ provider: 'fal', cost: null }] },
    });
    await app.call(generationCalls.addProviderPrice, {
      provider: 'fal',
      model: 'seedance',
      unit: 'second',
      currency: 'USD',
      priceMicros: 30_000,
      validFrom: '2026-01-01',
      reason: 'Their price list',
      adminId,
    });
  });
  afterEach(() => app.close());

  const adminId = uuidv7();
  const today = () => new Date().toISOString().slice(0, 10);
  const succeeded = async (model = 'seedance') => {
    const { id } = await app.create({ model });
    await app.submit(id);
    await app.succeed(id);
    return { id, taskId: `task-${id}` };
  };
  const line = (taskId: string | null, amountMicros: number, date: string | null = today()) => ({
    taskId,
    amountMicros,
    date,
  });
  type Line = Omit<BillLine, 'line'>;

  const start = (name: string, provider = 'fal') =>
    app.call(generationCalls.startProviderBill, {
      adminId,
      provider,
      fileName: `${name}.csv`,
      fileHash: createHash('sha256').update(name).digest('hex'),
      columns: { task: 'Request ID', amount: 'Cost', date: 'Date' },
      currency: 'USD',
      reason: 'The bill of November',
    });
  const importBill = async (name: string, lines: Line[]) => {
    const { id } = await start(name);
    const numbered = lines.map((each, i) => ({ ...each, line: i + 1 }));
    await app.call(generationCalls.addProviderBillLines, { id, lines: numbered });
    return (await app.call(generationCalls.compareProviderBill, { id })).bill;
  };
  const itemsOf = async (id: string) => (await app.call(generationCalls.listBillItems, { id, limit: 100 })).items;

  it('finds what matches, differs, is unknown, doubled or missing, and its sums equal the lines', async () => {
    const matched = await succeeded();
    const dear = await succeeded();
    const twice = await succeeded();
    const unpriced = await succeeded('zeroscope');
    const missing = await succeeded();
    const failed = await app.create();
    await app.submit(failed.id);
    await app.call(generationCalls.settleJob, {
      requestId: failed.id,
      lease: await app.track(failed.id),
      outcome: { kind: 'failed', failure: failure() },
    });
    expect(await app.row(failed.id)).toMatchObject({ state: 'failed' });
    const bill = await importBill('november', [
      line(matched.taskId, 150_000),
      line(dear.taskId, 150_002),
      line(twice.taskId, 150_000),
      line('task-of-somebody-else', 90_000),
      line(twice.taskId, 150_000),
      line(unpriced.taskId, 70_000),
      line(`task-${failed.id}`, 150_000),
      line(null, 910_002, null),
    ]);
    expect(await itemsOf(bill.id)).toMatchObject([
      { taskId: matched.taskId, status: 'matched', lines: [1], expectedMicros: 150_000, requestId: matched.id },
      { taskId: dear.taskId, status: 'price_differs', billedMicros: 150_002, expectedMicros: 150_000 },
      { taskId: twice.taskId, status: 'billed_twice', lines: [3, 5], billedMicros: 300_000, expectedMicros: 150_000 },
      { taskId: 'task-of-somebody-else', status: 'unknown', requestId: null, expectedMicros: null },
      { taskId: unpriced.taskId, status: 'price_unknown', expectedMicros: null },
      { taskId: `task-${failed.id}`, status: 'no_output', expectedMicros: 0 },
      { taskId: null, status: 'without_task', lines: [8] },
      { taskId: missing.taskId, status: 'missing', lines: [], billedMicros: 0, expectedMicros: 150_000 },
    ]);
    const [stored] = await app.database.query<Record<string, unknown>[]>(
      `SELECT count(*)::int AS lines, sum(amount_micros)::int AS "totalMicros" FROM provider_bill_lines WHERE bill_id = $1`,
      [bill.id],
    );
    expect(bill).toMatchObject({ ...stored, from: today(), to: today(), lines: 8 });
    expect(bill.sums.reduce((sum, { billedMicros }) => sum + billedMicros, 0)).toBe(bill.totalMicros);
  });

  it('the same file is imported once; a cut-off import continues', async () => {
    const job = await succeeded();
    const first = await start('bill');
    const lines = [{ ...line(job.taskId, 150_000), line: 1 }];
    await app.call(generationCalls.addProviderBillLines, { id: first.id, lines });
    expect(await start('bill')).toEqual({ id: first.id, isNew: true });
    await app.call(generationCalls.addProviderBillLines, { id: first.id, lines });
    await Promise.all([1, 2].map(() => app.call(generationCalls.compareProviderBill, { id: first.id })));
    expect(await start('bill')).toEqual({ id: first.id, isNew: false });
    await expect(app.call(generationCalls.addProviderBillLines, { id: first.id, lines })).rejects.toMatchObject({
      code: 'conflict',
    });
    const { items, total } = await app.call(generationCalls.listProviderBills, { limit: 10 });
    expect(items.map(({ id, lines: count }) => [id, count])).toEqual([[first.id, 1]]);
    expect(total).toBe(1);
    const events = await app.database.query<{ reason: string }[]>(
      `SELECT payload -> 'details' ->> 'reason' AS reason FROM outbox WHERE payload ->> 'action' = 'provider_bill_imported'`,
    );
    expect(events).toEqual([{ reason: 'The bill of November' }]);
  });

  it('a task that an earlier bill contains is billed twice, and a credit note is not', async () => {
    const [first, second] = [await succeeded(), await succeeded()];
    const october = await importBill('october', [line(first.taskId, 150_000)]);
    const november = await importBill('november', [
      line(first.taskId, 150_000),
      line(second.taskId, 200_000),
      line(second.taskId, -50_000),
    ]);
    expect(await itemsOf(november.id)).toMatchObject([
      { taskId: first.taskId, status: 'billed_twice', earlierBillId: october.id },
      { taskId: second.taskId, status: 'matched', billedMicros: 150_000 },
    ]);
  });

  it('a task counts as missing only within the days of the bill, at its provider', async () => {
    const [old, other, own] = [await succeeded(), await succeeded(), await succeeded()];
    await app.set(
      old.id,
      `submitted_at = submitted_at - interval '2 days', completed_at = completed_at - interval '2 days'`,
    );
    await app.set(other.id, `provider = 'replicate'`);
    const bill = await importBill('bill', [line(own.taskId, 150_000)]);
    expect((await itemsOf(bill.id)).map(({ taskId }) => taskId)).toEqual([own.taskId]);
  });

  it('items are listed in pages and by status, and an unknown bill is not found', async () => {
    const bill = await importBill('bill', [line('a', 1), line('b', 1), line('c', 1), line(null, 3, null)]);
    const list = (cursor?: string) =>
      app.call(generationCalls.listBillItems, { id: bill.id, limit: 2, cursor, status: 'unknown' });
    const page = await list();
    expect(page).toMatchObject({ total: 3, items: [{ taskId: 'a' }, { taskId: 'b' }] });
    expect(await list(page.nextCursor ?? undefined)).toMatchObject({ nextCursor: null, items: [{ taskId: 'c' }] });
    const unknown = app.call(generationCalls.getProviderBill, { id: uuidv7() });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  });

  const withdraw = (id: string) =>
    app.call(generationCalls.withdrawProviderBill, { id, adminId, reason: 'It is the bill of another account' });

  it('later bills ignore a withdrawn one, and keep their expectations', async () => {
    const [first, second, third] = [await succeeded(), await succeeded(), await succeeded()];
    const wrong = await importBill('wrong', [line(first.taskId, 150_000), line(second.taskId, 150_000)]);
    const october = await importBill('october', [line(second.taskId, 150_000)]);
    const november = await importBill('november', [
      line(first.taskId, 160_000),
      line(second.taskId, 150_000),
      line(third.taskId, 150_000),
      line(third.taskId, 150_000),
    ]);
    await app.call(generationCalls.addProviderPrice, {
      ...{ provider: 'fal', model: 'seedance', unit: 'second', currency: 'USD' },
      ...{ priceMicros: 32_000, validFrom: '2026-01-02', reason: 'A price entered later', adminId },
    });
    const { bill } = await withdraw(wrong.id);
    expect(bill).toMatchObject({ lines: 2, withdrawal: { adminId, reason: 'It is the bill of another account' } });
    expect(await withdraw(wrong.id)).toEqual({ bill });
    expect(await itemsOf(wrong.id)).toMatchObject(['matched', 'matched', 'missing'].map((status) => ({ status })));
    expect(await itemsOf(october.id)).toMatchObject([
      { taskId: second.taskId, status: 'matched', earlierBillId: null },
      { taskId: first.taskId, status: 'missing', earlierBillId: null },
      { taskId: third.taskId, status: 'missing' },
    ]);
    expect(await itemsOf(november.id)).toMatchObject([
      { taskId: first.taskId, status: 'price_differs', expectedMicros: 150_000, earlierBillId: null },
      { taskId: second.taskId, status: 'billed_twice', earlierBillId: october.id },
      { taskId: third.taskId, status: 'billed_twice', earlierBillId: null },
    ]);
    const { items } = await app.call(generationCalls.listProviderBills, { limit: 10 });
    expect(items.map(({ id, withdrawal }) => [id, withdrawal !== null])).toEqual([
      [november.id, false],
      [october.id, false],
      [wrong.id, true],
    ]);
    const events = await app.database.query<object[]>(
      `SELECT payload ->> 'subject' AS subject, payload -> 'details' AS details FROM outbox WHERE payload ->> 'action' = 'provider_bill_withdrawn'`,
    );
    const details = { file: 'wrong.csv', reason: 'It is the bill of another account' };
    expect(events).toEqual([{ subject: 'fal', details }]);
  });

  it('a withdrawn file can be imported again; an import that was cut off is completed first', async () => {
    const job = await succeeded();
    const wrong = await importBill('bill', [line(job.taskId, 150_000)]);
    await withdraw(wrong.id);
    const again = await importBill('bill', [line(job.taskId, 150_000)]);
    expect(again.id).not.toBe(wrong.id);
    expect(await itemsOf(again.id)).toMatchObject([{ status: 'matched', earlierBillId: null }]);
    expect(await start('bill')).toEqual({ id: again.id, isNew: false });

    const cutOff = await start('cut off');
    await expect(withdraw(cutOff.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(withdraw(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a bill that is compared while another one is withdrawn does not refer to it', async () => {
    const job = await succeeded();
    for (let round = 0; round < 5; round++) {
      const wrong = await importBill(`wrong ${round}`, [line(job.taskId, 150_000)]);
      const { id } = await start(`bill ${round}`);
      await app.call(generationCalls.addProviderBillLines, { id, lines: [{ ...line(job.taskId, 150_000), line: 1 }] });
      await Promise.all([withdraw(wrong.id), app.call(generationCalls.compareProviderBill, { id })]);
      expect(await itemsOf(id)).toMatchObject([{ status: 'matched', earlierBillId: null }]);
      await withdraw(id);
    }
  });
});
