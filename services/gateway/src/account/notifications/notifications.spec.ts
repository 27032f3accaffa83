import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';

describe('notification settings and credit notices', () => {
  let gateway: GatewayTestApp;
  const settings = [{ kind: 'requests' as const, channel: 'mail' as const, isOn: false }];
  const low = { noticeId: null, available: 4, lastRequestCredits: 18 };
  const expiring = [{ expiresOn: '2026-12-03', expiresAt: '2026-12-03T08:30:00.000Z', credits: 30 }];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.getNotificationSettings, () => ({ settings }));
    gateway.services.answer(authCalls.changeNotificationSetting, () => ({ settings }));
    gateway.services.answer(billingCalls.getCreditNotices, () => ({ expiring, low }));
  });
  afterAll(() => gateway.close());

  const put = (body: object) =>
    request(gateway.url).put('/api/notifications/settings').set(gateway.bearer()).send(body);

  it('a user reads and changes their own settings', async () => {
    const { body } = await request(gateway.url).get('/api/notifications/settings').set(gateway.bearer()).expect(200);
    expect(body).toMatchObject({ settings });
    await put({ ...settings[0], userId: 'someone else' }).expect(200);
    expect(gateway.services.received(authCalls.changeNotificationSetting)).toEqual([
      { ...settings[0], userId: gateway.user.id },
    ]);
  });

  it.each([{ kind: 'receipts' }, { channel: 'sms' }, { isOn: 'yes' }, { isOn: undefined }])(
    'a change with %j is refused',
    async (changes) => {
      const { body } = await put({ ...settings[0], ...changes }).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed' });
    },
  );

  it('a user reads what expires and what their balance does not cover', async () => {
    const { body } = await request(gateway.url).get('/api/credits/notices').set(gateway.bearer()).expect(200);
    expect((body as { data: unknown }).data).toEqual({ expiring, low });
    expect(gateway.services.received(billingCalls.getCreditNotices)).toEqual([{ userId: gateway.user.id }]);
  });
});
