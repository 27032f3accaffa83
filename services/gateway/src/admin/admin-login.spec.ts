import { authCalls } from '@luit/contracts/auth';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { startTestGateway, type TestGateway } from '../test/test-gateway';

describe('operators sign in', () => {
  let gateway: TestGateway;
  const credentials = { email: 'ops@luit.example', password: 'a long password' };

  beforeAll(async () => {
    gateway = await startTestGateway();
    gateway.services.answer(authCalls.adminSignIn, ({ email, password }) => {
      if (password !== credentials.password) throw new LuitError('invalid_credentials', 'Wrong email or password');
      return { token: 'h.p.s', expiresAt: 4_102_444_800, admin: { email }, device_token: 'd' };
    });
  });
  afterAll(() => gateway.close());

  const login = (body: object) => request(gateway.url).post('/api/admin/login').send(body);

  it('ADM-01: are answered success, a token, who they are, and a message', async () => {
    const { body } = (await login(credentials).expect(200)) as { body: unknown };
    expect(body).toMatchObject({
      success: true,
      token: 'h.p.s',
      expiresAt: 4_102_444_800,
      admin: { email: credentials.email },
      message: 'Signed in',
    });
  });

  it('ADM-01, ADM-02: get no token without the password, nor without an address', async () => {
    const { body } = (await login({ ...credentials, password: 'another one' }).expect(401)) as { body: object };
    expect(body).toMatchObject({ success: false, code: 'invalid_credentials' });
    expect(body).not.toHaveProperty('token');
    for (const half of [{ email: credentials.email }, { password: credentials.password }, {}]) {
      await login(half).expect(400);
    }
  });
});
