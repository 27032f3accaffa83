import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorRow } from '@luit/contracts/auth/operators';
import type { Approval } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import type { ListedModel, ModelDetails } from '@luit/contracts/generation/model-editor';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const [entry] = SHIPPED_MODELS;
const AT = '2026-11-29T09:00:00.000Z';
const publisher = { id: uuidv7(), email: 'ops@example.com' } as OperatorRow;

const pack = (credits: number, price: number) => ({
  ...{ id: String(credits), name: 'Pack', credits, price, popular: false, description: '', savings: 0 },
});
const PACKS = [pack(100, 99), pack(500, 449)];

describe('models', () => {
  let gateway: GatewayTestApp;
  let approveAbove: { refundPaise: number | null; credits: number | null };
  const { id, name, output, price = null } = entry!;
  const model: ListedModel = {
    id,
    name,
    output,
    price,
    state: 'live',
    isDefault: true,
    revision: 2,
    durations: [5, 10],
    qualities: ['480p', '720p'],
    providers: ['replicate'],
    from: 18,
    lastDay: { jobs: 3, succeeded: 2, failed: 1, revenueMicros: 36_000_000, costMicros: 0, unknownCostJobs: 2 },
    routes: [
      {
        provider: 'replicate',
        health: 'closed',
        isStopped: false,
        isMissing: false,
        lastAnswer: null,
        isFailing: false,
      },
    ],
    missing: [],
    loss: null,
  };
  const details: ModelDetails = {
    ...model,
    isDeletable: false,
    entry: entry!,
    revisions: [
      { revision: 2, entry: entry!, publishedAt: AT, publishedBy: publisher.id, reason: 'A new route' },
      { revision: 1, entry: entry!, publishedAt: AT, publishedBy: null, reason: 'Shipped with Luit' },
    ],
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const { services } = gateway;
    services.answer(authCalls.checkAdminSession, () => activeOperator());
    services.answer(authCalls.listOperators, () => ({ operators: [publisher], invitations: [] }));
    services.answer(billingCalls.getSettings, () => ({ approveAbove }) as never);
    services.answer(operationsCalls.listAllModels, () => ({ models: [model] }));
    services.answer(operationsCalls.getModel, () => details);
    services.answer(operationsCalls.publishModel, () => details);
    services.answer(operationsCalls.createModel, () => details);
    services.answer(operationsCalls.setDefaultModel, () => details);
    services.answer(operationsCalls.deleteModel, () => ({}));
    services.answer(billingCalls.listPacks, () => ({ creditPacks: PACKS }));
  });
  beforeEach(() => {
    approveAbove = { refundPaise: null, credits: null };
    gateway.services.received(operationsCalls.publishModel);
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'put' | 'post' | 'delete', path: string) =>
    request(gateway.url)
      [method](`/api/admin/models${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);
  const publication = { expectedRevision: 2, reason: 'The vendor renamed it' };

  it('operators list models, and read one with who published its revisions', async () => {
    const list = await send('get', '').expect(200);
    expect(list.body).toMatchObject({ data: { items: [model] } });
    const one = await send('get', '/seedance').expect(200);
    const revisions = [
      { revision: 2, published_at: AT, published_by: 'ops@example.com', reason: 'A new route' },
      { revision: 1, published_by: null },
    ];
    const { from, lastDay, routes, ...fields } = model;
    expect([from, lastDay.jobs, routes.length]).toEqual([18, 3, 1]);
    expect(one.body).toMatchObject({ data: { model: { ...fields, entry: { id: 'seedance' }, revisions } } });
  });

  it('a model is added as a draft, with a reason', async () => {
    const draft = { ...entry, id: 'new-model', state: 'draft' };
    const { body } = await send('post', '').send({ entry: draft, reason: 'A new model' }).expect(201);
    expect(body).toMatchObject({ data: { model: { id: 'seedance' } } });
    expect(gateway.services.received(operationsCalls.createModel)).toEqual([
      { adminId: gateway.user.id, entry: draft, reason: 'A new model' },
    ]);
    await send('post', '').send({ entry: draft }).expect(400);
  });

  it('an entry is published, and an earlier revision is restored, with a reason', async () => {
    await send('put', '/seedance')
      .send({ entry, ...publication })
      .expect(200);
    await send('post', '/seedance/restore')
      .send({ revision: 1, ...publication })
      .expect(200);
    const creditMicros = 898_000;
    const by = { adminId: gateway.user.id, id: 'seedance', needsApproval: false, creditMicros, ...publication };
    expect(gateway.services.received(operationsCalls.publishModel)).toEqual([
      { ...by, entry },
      { ...by, restored: 1 },
    ]);
    for (const change of [{ reason: '' }, { expectedRevision: 0 }, { expectedRevision: '2' }, { entry: 'seedance' }]) {
      await send('put', '/seedance')
        .send({ entry, ...publication, ...change })
        .expect(400);
    }
  });

  it('faults are named by path, and a publication in the meantime by its revision', async () => {
    const faults = { 'price.perSecond.720p': 'This value has no price' };
    gateway.services.answer(operationsCalls.publishModel, () => {
      throw new LuitError('validation_failed', 'This value has no price', { details: faults });
    });
    const invalid = await send('put', '/seedance')
      .send({ entry: {}, ...publication })
      .expect(400);
    expect(invalid.body).toMatchObject({ code: 'validation_failed', details: faults });
    gateway.services.answer(operationsCalls.publishModel, () => {
      throw new LuitError('conflict', 'Revision 3 was published in the meantime', { details: { revision: 3 } });
    });
    const conflict = await send('put', '/seedance')
      .send({ entry, ...publication })
      .expect(409);
    expect(conflict.body).toMatchObject({ code: 'conflict', details: { revision: 3 } });
  });

  it('an entry of 10 MB is refused before any service reads it', async () => {
    const huge = { entry: { ...entry, name: 'x'.repeat(10_000_000) }, ...publication };
    const { body } = await send('put', '/seedance').send(huge).expect(413);
    expect(body).toMatchObject({ code: 'payload_too_large' });
    expect(gateway.services.received(operationsCalls.publishModel)).toEqual([]);
  });

  it('a draft is deleted and another default chosen, with a reason', async () => {
    const reason = 'Nobody needs it';
    await send('delete', '/kling-3').send({ reason }).expect(200);
    await send('put', '/stableVideo/default').send({ reason }).expect(200);
    const by = { adminId: gateway.user.id, reason };
    expect(gateway.services.received(operationsCalls.deleteModel)).toEqual([{ ...by, id: 'kling-3' }]);
    expect(gateway.services.received(operationsCalls.setDefaultModel)).toEqual([{ ...by, id: 'stableVideo' }]);
    await send('delete', '/kling-3').send({}).expect(400);
    await send('put', '/stableVideo/default').send({}).expect(400);
  });

  it('lower prices wait for a second operator', async () => {
    approveAbove = { refundPaise: null, credits: 100 };
    gateway.services.answer(operationsCalls.publishModel, () => {
      const details = { name: 'Seedance', prices: '5 s 480p 18 → 17' };
      throw new LuitError('approval_required', 'A second operator must approve lower prices', { details });
    });
    gateway.services.answer(billingCalls.requestApproval, ({ action }) => ({ id: uuidv7(), action }) as Approval);
    const { body } = await send('put', '/seedance')
      .send({ entry, ...publication })
      .expect(200);
    expect(body).toMatchObject({ data: { model: { revision: 2 }, approval: { action: { kind: 'model' } } } });
    expect(gateway.services.received(operationsCalls.publishModel)).toMatchObject([{ needsApproval: true }]);
    expect(gateway.services.received(billingCalls.requestApproval)).toMatchObject([
      {
        action: { kind: 'model', modelId: 'seedance', entry, expectedRevision: 2 },
        preview: { name: 'Seedance', prices: '5 s 480p 18 → 17' },
        reason: publication.reason,
      },
    ]);
  });
});
