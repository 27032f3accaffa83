import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

describe('the setting of takedowns', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(operationsCalls.getTakedownSettings, () => ({ returnsCredits: false }));
    gateway.services.answer(operationsCalls.changeTakedownSettings, ({ returnsCredits }) => ({ returnsCredits }));
    gateway.services.answer(billingCalls.getSettings, () => ({
      signupGrant: { credits: 0, expiresInDays: null },
      confirmAbove: { refundPaise: 0, credits: 0 },
      approveAbove: { refundPaise: null, credits: null },
    }));
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'patch') =>
    request(gateway.url)
      [method]('/api/admin/settings/takedowns')
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);

  it('operators read and change whether credits return', async () => {
    expect((await send('get').expect(200)).body).toMatchObject({ data: { settings: { returnsCredits: false } } });
    const changed = await send('patch').send({ returnsCredits: true }).expect(200);
    expect(changed.body).toMatchObject({ data: { settings: { returnsCredits: true } } });
    expect(gateway.services.received(operationsCalls.changeTakedownSettings)).toEqual([
      { adminId: gateway.user.id, returnsCredits: true },
    ]);
    await send('patch').send({}).expect(400);
    await send('patch').send({ returnsCredits: 'yes' }).expect(400);
  });
});
