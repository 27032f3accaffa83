import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const reason = 'Asked by the police';

describe('files that were taken down', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
  });
  afterAll(() => gateway.close());

  it('operators look at one with a reason, and nobody else does', async () => {
    const id = uuidv7();
    const key = `outputs/${id}.mp4`;
    await mkdir(join(gateway.storageDir, 'outputs'), { recursive: true });
    await writeFile(join(gateway.storageDir, key), 'a video');
    gateway.services.answer(generationCalls.listTakenDownFiles, ({ keys }) => ({ keys }));
    gateway.services.answer(operationsCalls.openTakenDownFile, () => ({ key }));
    const post = () => request(gateway.url).post(`/api/admin/jobs/${id}/takedown/file`);
    const open = () => post().set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);
    const answer = await open().send({ reason }).expect(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'video/mp4', 'cache-control': 'no-store' });
    expect(answer.body).toEqual(Buffer.from('a video'));
    await open().send({}).expect(400);
    await post().set(gateway.bearer()).send({ reason }).expect(403);
    expect(gateway.services.received(operationsCalls.openTakenDownFile)).toEqual([
      { adminId: gateway.user.id, requestId: id, reason },
    ]);
  });
});
