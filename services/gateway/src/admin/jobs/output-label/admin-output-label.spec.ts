import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_OUTPUT_LABEL } from '@luit/contracts/generation/output-label';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

describe('the label of outputs', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(generationCalls.getOutputLabel, () => DEFAULT_OUTPUT_LABEL);
    gateway.services.answer(operationsCalls.changeOutputLabel, ({ adminId: _, ...changes }) => ({
      ...DEFAULT_OUTPUT_LABEL,
      ...changes,
    }));
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'patch') =>
    request(gateway.url)
      [method]('/api/admin/settings/output-label')
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);

  it('operators read and change it, and the length of the video is null', async () => {
    expect((await send('get').expect(200)).body).toMatchObject({ data: { label: DEFAULT_OUTPUT_LABEL } });
    const changes = { onVideos: false, seconds: null };
    const changed = await send('patch').send(changes).expect(200);
    expect(changed.body).toMatchObject({ data: { label: { ...DEFAULT_OUTPUT_LABEL, ...changes } } });
    const [received] = gateway.services.received(operationsCalls.changeOutputLabel);
    expect(received).toEqual({ adminId: gateway.user.id, ...changes });
  });

  it.each([{ text: '人工' }, { text: ' ' }, { corner: 'center' }, { sizePercent: 1 }, { seconds: 61 }])(
    '%j is rejected',
    async (changes) => {
      await send('patch').send(changes).expect(400);
    },
  );
});
