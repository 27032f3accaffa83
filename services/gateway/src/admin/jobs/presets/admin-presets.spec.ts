import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

describe('presets', () => {
  let gateway: GatewayTestApp;
  const fields = { name: 'Tilt', description: 'The camera tilts.', text: '{prompt} The camera tilts down.' };
  const preset = { id: 'tilt', kind: 'camera', ...fields } as const;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(generationCalls.listPresets, () => ({ presets: [preset] }));
    gateway.services.answer(operationsCalls.listAllPresets, () => ({ presets: [{ ...preset, isArchived: true }] }));
    gateway.services.answer(operationsCalls.createPreset, () => ({ ...preset, isArchived: false }));
    gateway.services.answer(operationsCalls.changePreset, () => ({ ...preset, isArchived: true }));
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'post' | 'patch', path: string) =>
    request(gateway.url)
      [method](`/api/admin/presets${path}`)
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);

  it('everyone lists those on offer, and operators list, create, change and archive them', async () => {
    const offered = await request(gateway.url).get('/api/presets').expect(200);
    expect(offered.body).toEqual({ success: true, presets: [preset] });
    const all = await send('get', '').expect(200);
    expect(all.body).toMatchObject({ data: { items: [{ id: 'tilt', isArchived: true }] } });
    await send('post', '').send(preset).expect(201);
    await send('patch', '/tilt').send({ name: 'Tilt down', archived: true }).expect(200);
    const adminId = gateway.user.id;
    expect(gateway.services.received(operationsCalls.createPreset)).toEqual([{ adminId, ...preset }]);
    expect(gateway.services.received(operationsCalls.changePreset)).toEqual([
      { adminId, id: 'tilt', changes: { name: 'Tilt down' }, isArchived: true },
    ]);
  });

  it.each([
    { id: 'Tilt' },
    { kind: 'light' },
    { name: ' ' },
    { text: 'No placeholder' },
    { text: '{prompt}'.repeat(40) },
  ])('%j is rejected', async (change) => {
    await send('post', '')
      .send({ ...preset, ...change })
      .expect(400);
  });
});
