import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

describe('plan prices', () => {
  let gateway: GatewayTestApp;
  const plan = {
    id: '5s-480p',
    type: 'video',
    name: 'Standard Video',
    duration: 5,
    quality: '480p',
    credits: 18,
    popular: true,
  } as const;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(operationsCalls.listAllPlans, () => ({ plans: [plan] }));
    gateway.services.answer(operationsCalls.changePlan, ({ credits }) => ({ ...plan, credits }));
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'patch', path: string) =>
    request(gateway.url)
      [method](`/api/admin/plans${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);

  it('operators list plans and change their price in whole credits [G-27]', async () => {
    const { body } = await send('get', '').expect(200);
    expect(body).toMatchObject({ success: true, data: { items: [plan] } });
    const changed = await send('patch', '/5s-480p').send({ credits: 20 }).expect(200);
    expect(changed.body).toMatchObject({ success: true, data: { plan: { id: '5s-480p', credits: 20 } } });
    for (const credits of [0, 1.5, '20', null, 100_001]) await send('patch', '/5s-480p').send({ credits }).expect(400);
    expect(gateway.services.received(operationsCalls.changePlan)).toEqual([
      { adminId: gateway.user.id, id: '5s-480p', credits: 20, expectedCredits: 18 },
    ]);
  });

  it('a change based on an outdated price is answered with the current one [G-27]', async () => {
    gateway.services.answer(operationsCalls.changePlan, () => {
      throw new LuitError('conflict', 'The price has changed to 19 credits', { details: { credits: 19 } });
    });
    const { body } = await send('patch', '/5s-480p').send({ credits: 20, expectedCredits: 18 }).expect(409);
    expect(body).toMatchObject({ success: false, code: 'conflict', details: { credits: 19 } });
    expect(gateway.services.received(operationsCalls.changePlan)).toEqual([
      { adminId: gateway.user.id, id: '5s-480p', credits: 20, expectedCredits: 18 },
    ]);
  });
});
