import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { ConfigurationError } from '@luit/platform/config';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import { Agent, get } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import request from 'supertest';
import { RATE_LIMITS } from './access/limits/rate-limits';
import { startGateway } from './gateway';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from './test/gateway-test-app';
import { newUser } from './test/test-tokens';

describe('the gateway process', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, generatePerMinute: 20 } });
  });
  afterAll(() => gateway.close());

  const another = (port = 0) =>
    startGateway({ ...gateway.config, port, common: testConfig('gateway', gateway.redis.url) });

  it('health and metrics are served on a separate port [SRV-15]', async () => {
    const health = `http://127.0.0.1:${gateway.running.healthPort}`;
    await request(health).get('/health/live').expect(200);
    await request(health).get('/health/ready').expect(200);
    const refused = async () => {
      const { text: shown } = await request(health).get('/metrics').expect(200);
      const count =
        /^luit_http_duration_seconds_count\{route="\/api\/requests\/:id",method="GET",status="401"\} (\d+)$/m;
      return Number(count.exec(shown)?.[1] ?? 0);
    };
    const before = await refused();
    await request(gateway.url).get('/api/requests/01a1fd85-fe9c-7e7a-b13e-aa521e004a94').expect(401);
    expect(await refused()).toBe(before + 1);
  });

  it('requests in flight finish, and the process then exits despite open keep-alive connections [SRV-15]', async () => {
    // Waiting for the connections would take longer than the test may.
    const common = { ...testConfig('gateway', gateway.redis.url), drainMs: 600_000 };
    const ending = await startGateway({ ...gateway.config, common });
    const agent = new Agent({ keepAlive: true });
    const send = async (path: string): Promise<IncomingMessage> => {
      const asked = get(`${ending.url}${path}`, { agent, headers: gateway.bearer() });
      return ((await once(asked, 'response')) as [IncomingMessage])[0];
    };
    await text(await send('/api/auth/session?idle'));
    let finish = (): void => undefined;
    const begun = new Promise<void>((onBegun) => {
      gateway.services.answer(billingCalls.getBalance, () => {
        onBegun();
        return new Promise((resolve) => (finish = () => resolve({ credits: 1, available: 1, held: 0 })));
      });
    });
    const inHand = send('/api/credits/balance');
    await begun;
    const closing = ending.close();
    finish();
    const answer = await inHand;
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(await text(answer))).toMatchObject({ credits: 1 });
    await closing;
    agent.destroy();
  });

  it('a stopping gateway is not ready but accepts connections until load balancers have noticed [SRV-15]', async () => {
    const shutdownDelayMs = 1_500;
    const common = testConfig('gateway', gateway.redis.url);
    const ending = await startGateway({ ...gateway.config, common, shutdownDelayMs });
    const before = performance.now();
    const closing = ending.close();
    await request(`http://127.0.0.1:${ending.healthPort}`).get('/health/ready').expect(503);
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 1, available: 1, held: 0 }));
    const { headers } = await request(ending.url).get('/api/credits/balance').set(gateway.bearer()).expect(200);
    expect(headers.connection).toBe('close');
    await closing;
    // Timers may fire a millisecond early.
    expect(performance.now() - before).toBeGreaterThanOrEqual(shutdownDelayMs - 1);
    await expect(request(ending.url).get('/api/credits/balance')).rejects.toThrow('ECONNREFUSED');
  });

  it('a port in use is reported', async () => {
    const port = Number(new URL(gateway.url).port);
    await expect(another(port)).rejects.toThrow(ConfigurationError);
    await expect(another(port)).rejects.toThrow(`PORT: ${port} on 127.0.0.1 is already in use`);
  });

  it('rate limits are shared by replicas [SRV-18]', async () => {
    const second = await another();
    gateway.services.answer(generationCalls.createRequest, ({ userId }) => recordOf(userId));
    const user = newUser();
    const generate = (url: string) =>
      request(url).post('/api/generate').set(gateway.bearer(user)).send({ prompt: 'a river', duration: 5 });
    const urls = Array.from({ length: 40 }, (_, i) => (i % 2 ? second.url : gateway.url));
    const answers = await Promise.all(urls.map((url) => generate(url)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(answers.filter((answer) => answer.status === 202).length).toBeGreaterThanOrEqual(20);
    // The bucket refills one token in three seconds.
    expect(refused.length).toBeGreaterThan(0);
    expect([1, 2, 3]).toContain(Number(refused[0]?.headers['retry-after']));
    await eventually(() => generate(second.url).expect(202));
    await generate(gateway.url).set(gateway.bearer(newUser())).expect(202);
    await second.close();
  });
});
