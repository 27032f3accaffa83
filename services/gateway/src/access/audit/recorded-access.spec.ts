import type { AccessRecord } from '@luit/contracts/auth/audit-log';
import type { IncidentPreview } from '@luit/contracts/auth/incident-mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { eventually } from '@luit/platform/testing/eventually';
import { GUARDS_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService } from '@nestjs/core';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { AdminGuard } from '../identities/identity.guards';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { newUser, tokenFor } from '../../test/test-tokens';
import { AccessRecorder } from './access-recorder';

describe('access to personal data', () => {
  let gateway: GatewayTestApp;
  let authorization: string;
  const user = newUser();

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.listUsers, ({ cursor }) => ({
      users: [userOf(user), userOf(newUser())],
      nextCursor: cursor ? null : user.id,
      total: 4,
      isTotalCapped: false,
    }));
    gateway.services.answer(billingCalls.getCredits, () => ({ credits: {} }));
    gateway.services.answer(billingCalls.getInvoice, () => ({ number: 'LU/26-27/1', pdf: '' }));
    gateway.services.answer(authCalls.listAuditLog, () => ({
      entries: [],
      nextCursor: null,
      total: 0,
      isTotalCapped: false,
    }));
  });
  beforeEach(() => {
    gateway.services.answer(authCalls.recordAccess, () => ({}));
    gateway.services.received(authCalls.recordAccess);
  });
  afterAll(() => gateway.close());

  const get = (path: string) => request(gateway.url).get(`/api/admin${path}`).set({ authorization });
  const recorded = () =>
    gateway.services.received(authCalls.recordAccess).map(({ id: _, ...access }): Omit<AccessRecord, 'id'> => access);

  it('a read is recorded with operator, action, filter and number of rows', async () => {
    await get('/users?q=asha&status=active&limit=7').expect(200);
    expect(recorded()).toEqual([
      {
        adminId: gateway.user.id,
        action: 'users_listed',
        subject: null,
        details: { limit: '7', q: 'asha', status: 'active', rows: '2' },
      },
    ]);
  });

  it('a refreshed page is recorded once in 15 minutes, and again for another filter', async () => {
    for (let i = 0; i < 3; i++) await get('/users?q=rupali').expect(200);
    await get('/users?q=rupali&status=blocked').expect(200);
    expect(recorded().map(({ details }) => details.status)).toEqual([undefined, 'blocked']);
    await get('/audit-log').expect(200);
    expect(recorded()).toMatchObject([{ action: 'audit_log_viewed', details: { rows: '0' } }]);
  });

  it('a preview of incident mails, which names users, is recorded with its selection', async () => {
    const preview = { mailingId: uuidv7(), selection: 'Failed jobs of fal', recipients: 12, names: ['Asha'] };
    gateway.services.answer(authCalls.previewIncidentMails, () => preview as IncidentPreview);
    await request(gateway.url)
      .post('/api/admin/incident-mails/preview')
      .set({ authorization })
      .send({ from: '2026-11-24T00:00:00Z', to: '2026-11-24T01:00:00Z', providers: ['fal'], outcome: 'failed' })
      .expect(200);
    expect(recorded()).toEqual([
      {
        adminId: gateway.user.id,
        action: 'incident_mails_previewed',
        subject: preview.mailingId,
        details: { selection: preview.selection, rows: '12' },
      },
    ]);
  });

  it('a read is rejected while it cannot be recorded', async () => {
    gateway.services.answer(authCalls.recordAccess, () => {
      throw new LuitError('unavailable', 'Not now', { retryAfterSeconds: 2 });
    });
    const refused = await get('/users?q=nobody').expect(503);
    expect(JSON.stringify(refused.body)).not.toContain(user.email);
    await get('/users/export.csv').expect(503);
    gateway.services.answer(authCalls.recordAccess, () => ({}));
    gateway.services.received(authCalls.recordAccess);
    await get('/users?q=nobody').expect(200);
    expect(recorded()).toMatchObject([{ action: 'users_listed' }]);
  });

  it('every export is recorded before its first byte, and with its number of rows at its end', async () => {
    for (let i = 0; i < 2; i++) await get('/users/export.csv?status=active').expect(200);
    const accesses: AccessRecord[] = [];
    await eventually(() => {
      accesses.push(...gateway.services.received(authCalls.recordAccess));
      expect(accesses).toHaveLength(4);
      return Promise.resolve();
    });
    const starts = accesses.filter(({ details }) => details.state === 'started');
    const ends = accesses.filter(({ details }) => details.state === 'completed');
    for (const entries of [starts, ends])
      expect(entries).toMatchObject(Array(2).fill({ action: 'users_exported', details: { status: 'active' } }));
    expect(ends.map(({ details }) => details.rows)).toEqual(['4', '4']);
    expect(ends.map(({ details }) => details.started).sort()).toEqual(starts.map(({ id }) => id).sort());
  });

  it('an invoice download is recorded with its transaction, for operators and owners', async () => {
    const id = uuidv7();
    await get(`/invoices/${id}.pdf`).expect(200);
    await request(gateway.url).get(`/api/credits/invoices/${id}.pdf`).set(gateway.bearer()).expect(200);
    expect(recorded()).toEqual([
      { adminId: gateway.user.id, action: 'invoice_downloaded', subject: id, details: { rows: '1' } },
      { adminId: null, action: 'invoice_downloaded', subject: id, details: { owner: gateway.user.id, rows: '1' } },
    ]);
  });

  it('the first read of a page costs one call, refreshes cost none', async () => {
    const recorder = new AccessRecorder(gateway.running.app.get(AccessRecorder)['calls']);
    const access = { adminId: uuidv7(), action: 'user_viewed', subject: user.id, details: { rows: '1' } } as const;
    const now = Date.now();
    await Promise.all(Array.from({ length: 50 }, () => recorder.recordRead(access, now)));
    await recorder.recordRead(access, now + 14 * 60_000);
    expect(recorded()).toHaveLength(1);
    await recorder.recordRead(access, now + 16 * 60_000);
    expect(recorded()).toHaveLength(1);
  });

  /** Responses of these routes contain no personal data. */
  const IMPERSONAL = [
    'revenue',
    'AdminSessionsController.get',
    'OperatorsController.list',
    'ProfileController.get',
    'workers',
    'metrics',
    'JobsController.throughput',
    'AdminAccountDeletionsController.preview',
    'AdminDeadLettersController.list',
    // The route lists data that everyone can see.
    'AdminExamplesController.list',
    'AdminOutputLabelController.get',
    'TakedownSettingsController.get',
    'AdminModelsController.get',
    'AdminModelsController.list',
    // The prompt is the operator's.
    'ModelChecksController.get',
    'AdminPacksController.list',
    'AdminPlansController.list',
    'AdminPresetsController.list',
    'AdminPromoCodesController.get',
    'AdminPromoCodesController.list',
    // Machines, and the tokens that they use.
    'ProviderRunnersController.list',
    // Word lists and limits.
    'AdminSafetyController.get',
    'AdminServiceStatusController.get',
    'AdminSettingsController.get',
    'AdminTrafficController.get',
    'AdminTransactionsController.previewRefund',
    'AlertDestinationsController.list',
    'AlertsController.list',
    'ApprovalsController.list',
    'BulkActionsController.get',
    'BulkActionsController.list',
    'IncidentMailsController.list',
    'InvariantsController.list',
    'ProviderCostsController.list',
    'ProviderCostsController.margin',
    'ProvidersController.list',
    // They count accounts and name none.
    'BreachesController.get',
    'BreachesController.getMailings',
    'BreachesController.list',
    // Ids of deleted accounts. Opening a record is in the audit log.
    'RetainedRecordsController.list',
    // Counts.
    'QuarterlyReportsController.file',
    'QuarterlyReportsController.get',
    'QuarterlyReportsController.getNotice',
  ];

  it('every operator route with personal data records access', () => {
    const controllers = gateway.running.app.get(DiscoveryService).getControllers();
    const unrecorded = controllers.flatMap(({ metatype, instance }) => {
      const prototype = Object.getPrototypeOf(instance as object) as Record<string, object>;
      const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
      const hasAdminGuard = (of: object) =>
        ((Reflect.getMetadata(GUARDS_METADATA, of) ?? []) as unknown[]).includes(AdminGuard);
      return methods
        .filter((name) => hasAdminGuard(metatype as object) || hasAdminGuard(prototype[name]!))
        .filter((name) => Reflect.hasMetadata(PATH_METADATA, prototype[name]!))
        .filter((name) => Reflect.getMetadata('method', prototype[name]!) === 0)
        .filter((name) => !Reflect.hasMetadata('luit:recorded-access', prototype[name]!))
        .map((name) => `${(metatype as { name: string }).name}.${name}`);
    });
    expect(unrecorded.length).toBeGreaterThanOrEqual(IMPERSONAL.length);
    expect(unrecorded.filter((name) => !IMPERSONAL.some((allowed) => name.endsWith(allowed)))).toEqual([]);
  });
});
