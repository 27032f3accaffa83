import { AS_INSTALLED } from '@luit/contracts/operations/traffic';
import { operationsBroadcasts, operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { sandboxClient } from '@luit/sandbox/sandbox-client';
import Redis from 'ioredis';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { spendAllowance } from '../../test/spend-allowance';
import { newUser } from '../../test/test-tokens';

const NETWORK = 'improve-daily-network:127.0.0.0/24';
const FAILED = { code: 'provider_error', message: expect.stringContaining('so it is unchanged') };

const improve = (gateway: GatewayTestApp, prompt: unknown, user = newUser()) =>
  request(gateway.url).post('/api/prompt-help/improve').set(gateway.bearer(user)).send({ prompt });
const canImprove = async (gateway: GatewayTestApp) =>
  (await request(gateway.url).get('/api/prompt-help').expect(200)).body as { canImprove: boolean };

describe('better wordings of prompts [G-64]', () => {
  let sandbox: RunningSandbox;
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
    const textModel = { apiUrl: `${sandbox.url}/openai/v1`, model: 'any', apiKey: sandbox.openai.apiKey };
    gateway = await startGatewayTestApp({ textModel });
  });
  afterAll(async () => {
    await gateway.close();
    await sandbox.close();
  });

  /** All accounts of this spec share a network. */
  const forgetNetwork = async () => {
    const redis = new Redis(gateway.redis.url);
    await redis.del(`luit:limit:{limits}:${NETWORK}`);
    redis.disconnect();
  };
  beforeEach(() => Promise.all([sandboxClient(sandbox).control('POST', '/reset'), forgetNetwork()]));

  it('the text model rewrites the prompt and receives it as text, not as an instruction', async () => {
    expect(await canImprove(gateway)).toMatchObject({ canImprove: true });
    const { body } = await improve(gateway, 'Show me a video of an old boat').expect(200);
    const prompt = 'An old boat, moving gently, in soft morning light, slow camera from left to right.';
    expect(body).toMatchObject({ success: true, prompt });
    const { entries } = (await sandboxClient(sandbox).control('GET', '/log?target=openai')).body as {
      entries: object[];
    };
    expect(entries).toMatchObject([
      {
        path: '/openai/v1/chat/completions',
        body: {
          model: 'any',
          messages: [{ role: 'system' }, { role: 'user', content: 'Show me a video of an old boat' }],
        },
      },
    ]);
  });

  it('what operators allow per day applies without a restart, and 0 pauses it', async () => {
    const allow = async (improvementsPerDay: number | null) => {
      gateway.services.answer(operationsCalls.getTrafficSettings, () => ({ ...AS_INSTALLED, improvementsPerDay }));
      await gateway.broadcasts.publish(operationsBroadcasts.trafficChanged, {});
      await eventually(async () =>
        expect(await canImprove(gateway)).toMatchObject({ canImprove: improvementsPerDay !== 0 }),
      );
    };
    await allow(0);
    await improve(gateway, 'A boat').expect(503);
    await allow(1);
    const user = newUser();
    await improve(gateway, 'A boat', user).expect(200);
    await improve(gateway, 'A boat', user).expect(429);
    await allow(null);
    await eventually(async () => {
      const next = newUser();
      for (let made = 0; made < 2; made += 1) await improve(gateway, 'A boat', next).expect(200);
    });
  });

  it.each(['down', 'garbage', 'error:500', 'error:401', 'rate_limit:3', 'lost_answer'])(
    'a text model with %s changes nothing and says so',
    async (kind) => {
      await sandboxClient(sandbox).control('POST', '/faults', { target: 'openai', kind, for_seconds: 60 });
      expect((await improve(gateway, 'A boat').expect(502)).body).toMatchObject(FAILED);
    },
  );

  it.each([undefined, '', ' ', 7, 'x'.repeat(MAX_PROMPT_CHARACTERS + 1)])('%j is no prompt', async (prompt) => {
    expect((await improve(gateway, prompt).expect(400)).body).toMatchObject({ code: 'validation_failed' });
  });

  it('an account may improve 10 prompts per minute', async () => {
    const user = newUser();
    const refused = await spendAllowance({ size: 10, windowMs: 60_000 }, () => improve(gateway, 'A boat', user));
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
  });

  it('an account may improve 100 prompts per day, and its network 1,000', async () => {
    const redis = new Redis(gateway.redis.url);
    const spend = async (allowance: string, used: number) =>
      redis.hset(`luit:limit:{limits}:${allowance}`, { used, at: Date.now() });
    const user = newUser();
    await improve(gateway, 'A boat', user).expect(200);
    expect(Number(await redis.hget(`luit:limit:{limits}:improve-daily:${user.id}`, 'used'))).toBeCloseTo(1);
    await spend(`improve-daily:${user.id}`, 100);
    const refused = await improve(gateway, 'A boat', user).expect(429);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('today') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    await improve(gateway, 'A boat').expect(200);
    await spend(NETWORK, 1_000);
    await improve(gateway, 'A boat').expect(429);
    redis.disconnect();
  });
});

describe('a gateway without a text model', () => {
  it('offers no better wordings', async () => {
    const gateway = await startGatewayTestApp();
    expect(await canImprove(gateway)).toMatchObject({ canImprove: false });
    expect((await improve(gateway, 'A boat').expect(503)).body).toMatchObject({ code: 'provider_not_configured' });
    await gateway.close();
  });
});

describe('answers of text models', () => {
  let server: Server;
  let gateway: GatewayTestApp;
  let content: unknown;

  beforeAll(async () => {
    server = createServer((_request, response) =>
      response.end(JSON.stringify({ choices: [{ message: { content } }] })),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    gateway = await startGatewayTestApp({ textModel: { apiUrl, model: 'any' } });
  });
  afterAll(async () => {
    await gateway.close();
    server.close();
  });

  it.each([
    ['  “A boat at dawn” \n', 'A boat at dawn'],
    ['<think>The user wants a boat.\n</think>\n\nA boat at dawn', 'A boat at dawn'],
    ['<b>A boat</b>', '<b>A boat</b>'],
    ['A boat named "Luit"', 'A boat named "Luit"'],
  ])('%j is the prompt %j', async (answer, prompt) => {
    content = answer;
    expect((await improve(gateway, 'A boat').expect(200)).body).toMatchObject({ prompt });
  });

  it.each([
    ['nothing', ''],
    ['quotation marks around nothing', '""'],
    ['a text over the limit', 'x'.repeat(MAX_PROMPT_CHARACTERS + 1)],
    ['a NUL', 'A\0boat'],
    ['no text', null],
    ['300 kB', 'x'.repeat(300_000)],
  ])('%s is not taken as a prompt', async (_, answer) => {
    content = answer;
    expect((await improve(gateway, 'A boat').expect(502)).body).toMatchObject(FAILED);
  });
});
