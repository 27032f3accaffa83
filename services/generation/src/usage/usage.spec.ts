import { generationCalls } from '@luit/contracts/generation/messages';
import type { UsageGroup, UsageRow } from '@luit/contracts/generation/usage';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const HOUR_MS = 3_600_000;
/** Midnight in IST. */
const START = Date.parse('2026-11-01T00:00:00+05:30');
const DAYS = 5;
const OUTCOMES = [
  ['pending', 'held'],
  ['running', 'held'],
  ['succeeded', 'captured'],
  ['succeeded', 'refunded'],
  ['failed', 'returned'],
  ['canceled', 'returned'],
  ['rejected', 'returned'],
  ['accepting', 'held'],
] as const;

interface Row {
  at: number;
  model: string;
  key: string | null;
  credits: number;
  state: (typeof OUTCOMES)[number][0];
  money: (typeof OUTCOMES)[number][1];
  payer: string | null;
}

/** UUIDv7 of a time. */
const idAt = (at: number) =>
  `${at
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}${uuidv7().slice(13)}`;
const dayInIst = (at: number) => new Date(at + 5.5 * HOUR_MS).toISOString().slice(0, 10);

describe('usage', () => {
  let app: GenerationTestApp;
  const userId = uuidv7();
  const keys = [uuidv7(), uuidv7(), null];
  const rows: Row[] = [];

  beforeAll(async () => {
    app = await GenerationTestApp.start();
    const edges = Array.from({ length: DAYS }, (_, day) => START + day * 24 * HOUR_MS).flatMap((at) => [at, at - 1]);
    const times = [
      ...edges,
      ...Array.from({ length: 300 }, (_, i) => START + ((i * 7_919) % (DAYS * 24 * 60)) * 60_000),
    ];
    for (const [i, at] of times.entries()) {
      const [state, money] = OUTCOMES[i % OUTCOMES.length]!;
      const [key, model] = [keys[i % 3] ?? null, i % 4 === 0 ? 'zeroscope' : 'seedance'];
      rows.push({ at, state, money, key, model, credits: 18 + (i % 5), payer: i % 17 === 0 ? uuidv7() : null });
    }
    for (const row of rows) await insert(row);
  });
  afterAll(() => app.close());

  async function insert({ at, model, key, credits, state, money, payer }: Row): Promise<void> {
    const id = idAt(at);
    const isRunning = state === 'running';
    const isFinal = ['succeeded', 'failed', 'canceled', 'rejected'].includes(state);
    await app.database.query(
      `INSERT INTO requests (id, user_id, payer_id, input_hash, type, prompt, plan_id, model, model_revision, duration, resolution, credits, provider,
         client_ref, run_limit_seconds, state, money_state, api_key_id, created_at, completed_at, external_id, next_poll_at, output_key)
       VALUES ($1::uuid, $2, $3, '', 'video', 'a', '5s-480p', $4, 1, 5, '480p', $5, 'replicate', $1::text, 60, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        ...[id, userId, payer, model, credits, state, money, key, new Date(at)],
        ...[isFinal ? new Date(at) : null, isRunning || state === 'succeeded' ? id : null],
        ...[isRunning ? new Date(at + 24 * 365 * HOUR_MS) : null, state === 'succeeded' ? 'o' : null],
      ],
    );
  }

  const usage = async (by: UsageGroup, from: string, to: string, of = userId) =>
    (await app.call(generationCalls.getUsage, { userId: of, by, from, to })).rows;

  /** Adds the rows of some days up, one by one. */
  function expected(groupOf: (row: Row) => string | null, from: string, to: string): Map<string | null, UsageRow> {
    const groups = new Map<string | null, UsageRow>();
    for (const row of rows) {
      const { state, money, at, credits, payer } = row;
      const day = dayInIst(at);
      if (day < from || day > to || payer !== null || state === 'rejected' || state === 'accepting') continue;
      const group = groupOf(row);
      const sums = groups.get(group) ?? {
        ...{ group, requests: 0, completed: 0, failed: 0, captured: 0, held: 0, returned: 0 },
      };
      sums.requests += 1;
      if (state === 'succeeded') sums.completed += 1;
      if (state === 'failed' || state === 'canceled') sums.failed += 1;
      if (money === 'returned' || money === 'refunded') sums.returned += credits;
      else if (state === 'succeeded') sums.captured += credits;
      else sums.held += credits;
      groups.set(group, sums);
    }
    return groups;
  }

  const groupings: [UsageGroup, (row: Row) => string | null][] = [
    ['day', ({ at }) => dayInIst(at)],
    ['model', ({ model }) => model],
    ['key', ({ key }) => key],
  ];
  it.each(groupings)('by %s equals the sums of its rows', async (by, groupOf) => {
    for (const [from, to] of [
      ['2026-11-01', '2026-11-05'],
      ['2026-11-02', '2026-11-02'],
      ['2026-10-31', '2026-10-31'],
      ['2026-12-01', '2026-12-31'],
    ] as const) {
      const found = await usage(by, from, to);
      const wanted = expected(groupOf, from, to);
      expect(new Map(found.map((row) => [row.group, row]))).toEqual(wanted);
      expect(found).toHaveLength(wanted.size);
    }
  });

  it('days are in order, and keys begin with the largest sum', async () => {
    const days = (await usage('day', '2026-11-01', '2026-11-05')).map(({ group }) => group);
    expect(days).toEqual([...days].sort());
    const sums = (await usage('key', '2026-11-01', '2026-11-05')).map(({ captured }) => captured);
    expect(sums).toEqual([...sums].sort((a, b) => b - a));
  });

  it('of another account is empty, and a period has limits', async () => {
    expect(await usage('day', '2026-11-01', '2026-11-05', uuidv7())).toEqual([]);
    await expect(usage('day', '2026-11-02', '2026-11-01')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(usage('day', '2000-01-01', '2026-11-01')).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
