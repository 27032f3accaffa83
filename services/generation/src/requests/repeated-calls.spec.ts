import { generationCalls } from '@luit/contracts/generation/messages';
import type { CallContract } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { rowCounts } from '@luit/platform/testing/row-counts';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { GenerationTestApp } from '../test/generation-test-app';

const CALLS = { ...generationCalls, ...operationsCalls };
type Name = keyof typeof CALLS;

const TABLES = [
  'requests',
  'provider_tasks',
  'job_events',
  'operations',
  'operation_items',
  'operation_previews',
  `outbox WHERE kind = 'event'`,
];
const VIDEO = { type: 'video', prompt: 'a river at dawn', planId: '5s-480p', duration: 5 } as const;
const key = () => ({ idempotencyKey: uuidv7() });

async function finished(app: GenerationTestApp) {
  const job = await app.create();
  await app.submit(job.id);
  await app.succeed(job.id);
  await app.set(job.id, `money_state = 'captured'`);
  return job;
}

async function failed(app: GenerationTestApp) {
  const job = await app.create();
  await app.call(generationCalls.cancelRequest, { requestId: job.id, userId: job.userId });
  await app.set(job.id, `money_state = 'returned'`);
  return job;
}

/** A valid request of each call that spends or refunds; an action of an operator has one of its own. */
const REQUESTS: Record<string, { name: Name; prepare: (app: GenerationTestApp) => Promise<object> }> = {
  createRequest: { name: 'createRequest', prepare: async () => ({ userId: uuidv7(), ...VIDEO, ...key() }) },
  createPendingOrder: {
    name: 'createPendingOrder',
    prepare: async () => {
      const accountId = uuidv7();
      return { ...VIDEO, userId: accountId, accountId, guestEmail: null, guestLanguage: null, ...key() };
    },
  },
  retryRequest: {
    name: 'retryRequest',
    prepare: async (app) => {
      const { id: requestId, userId } = await failed(app);
      return { requestId, userId, expectedCredits: 18, ...key() };
    },
  },
  remixRequest: {
    name: 'remixRequest',
    prepare: async (app) => {
      const { id: requestId, userId } = await finished(app);
      return { requestId, userId, prompt: 'at night', ...key() };
    },
  },
  'an operator’s retry': { name: 'applyJobAction', prepare: async (app) => action('retry', (await failed(app)).id) },
  'an operator’s cancel': { name: 'applyJobAction', prepare: async (app) => action('cancel', (await app.create()).id) },
  'an operator’s refund': {
    name: 'applyJobAction',
    prepare: async (app) => action('refund', (await finished(app)).id),
  },
  previewJobAction: {
    name: 'previewJobAction',
    prepare: async (app) => {
      const { userId } = await failed(app);
      const repeat = { ...key(), input: 'the filter' };
      return { adminId: uuidv7(), action: 'retry', filter: { user: userId }, repeat };
    },
  },
};

function action(name: 'retry' | 'cancel' | 'refund', id: string) {
  return { adminId: uuidv7(), action: name, target: { id }, reason: 'The provider was down', ...key() };
}

/** Calls whose requests contain an idempotency key. */
const keyed = Object.entries<CallContract<unknown, unknown>>(CALLS).flatMap(([name, { input }]) => {
  const schema = JSON.stringify(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }));
  return schema.includes('"idempotencyKey"') ? [name] : [];
});

describe('calls that spend or refund', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
  });
  afterAll(() => app.close());

  /** The state: the rows of each table and the holds at billing. */
  const state = async () => ({ ...(await rowCounts(app.database, TABLES)), holds: app.billing.holds.size });

  it('every call with an idempotency key is tried below', () => {
    expect([...new Set(Object.values(REQUESTS).map(({ name }) => name))].sort()).toEqual(keyed.sort());
  });

  it.each(Object.entries(REQUESTS))('%s has one effect, however often it is repeated', async (_, { name, prepare }) => {
    const contract = CALLS[name] as unknown as CallContract<object, { id?: string; requestId?: string }>;
    const input = await prepare(app);
    const first = await app.call(contract, input);
    const before = await state();
    const repeated = await Promise.all([1, 2, 3].map(() => app.call(contract, input)));
    expect(await state()).toEqual(before);
    const idOf = ({ id, requestId }: typeof first) => id ?? requestId;
    expect(repeated.map(idOf)).toEqual(Array(3).fill(idOf(first)));
  });

  it.each(Object.entries(REQUESTS))('%s has one effect when both requests arrive together', async (_, one) => {
    const contract = CALLS[one.name] as unknown as CallContract<object, unknown>;
    const effectOf = async (times: number) => {
      const input = await one.prepare(app);
      const before: Record<string, number> = await state();
      await Promise.allSettled(Array.from({ length: times }, () => app.call(contract, input)));
      return Object.entries(await state()).map(([table, rows]) => `${table} +${rows - (before[table] ?? 0)}`);
    };
    expect(await effectOf(2)).toEqual(await effectOf(1));
  });
});
