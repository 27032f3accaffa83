import type { ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';
import { picture } from '../../test/test-images';
import { testModel } from '../../test/test-models';

const APPROVAL_CREDITS = 20;

interface ToolAnswer {
  isError?: boolean;
  structuredContent: Record<string, unknown>;
  content: { type: string; text: string }[];
}

describe('/mcp', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let records: RequestRecord[];
  const clients: Client[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ agentApprovalCredits: APPROVAL_CREDITS });
    keys = new TestApiKeys(gateway.services);
    const { services } = gateway;
    const plan = { name: 'Standard', popular: false, description: '', duration: 5 };
    services.answer(generationCalls.listPlans, () => ({
      plans: [
        { ...plan, id: '5s-480p', credits: 18, quality: '480p' as const },
        { ...plan, id: '5s-720p', credits: 30, quality: '720p' as const },
      ],
      models: [testModel('seedance', { isDefault: true, price: { perSecond: { '480p': 3_600, '720p': 6_000 } } })],
      imageModels: [],
      restorePlans: [{ id: 'restore-standard', quality: 'standard' as const, credits: 12 }],
      restoreModel: 'gfpgan',
      retired: [],
      colorRestorationRefusal: null,
    }));
    services.answer(generationCalls.createRequest, create);
    services.answer(generationCalls.getRequest, ({ requestId }) => {
      const record = records.find(({ id }) => id === requestId);
      if (!record) throw new LuitError('not_found', 'Request not found.');
      return record;
    });
    services.answer(billingCalls.getBalance, () => ({ credits: 40, available: 40, held: 2 }));
  });
  beforeEach(() => {
    records = [];
    gateway.services.received(generationCalls.createRequest);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  afterAll(() => gateway.close());

  function create(newRequest: NewRequest): RequestRecord {
    const { userId, type, prompt, planId = null, apiKeyId = null, metadata = {}, restore = null } = newRequest;
    const fields = { type, prompt, planId, apiKeyId, metadata, restore, imageKey: newRequest.imageKey ?? null };
    const record = recordOf(userId, { ...fields, jobStatus: 'pending' });
    records.push(record);
    return record;
  }

  async function connect(scopes?: ApiKeyScope[]): Promise<{ client: Client; keyId: string }> {
    const { id: keyId, headers } = keys.add(gateway.user.id, scopes ? { scopes } : {});
    const client = new Client({ name: 'agent', version: '1' });
    const url = new URL('/mcp', gateway.url);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    clients.push(client);
    return { client, keyId };
  }
  const call = async (client: Client, name: string, input: object = {}) =>
    (await client.callTool({ name, arguments: { ...input } })) as unknown as ToolAnswer;
  const created = () => gateway.services.received(generationCalls.createRequest);

  it('agents: the client of the MCP SDK gets a quote, makes a video and follows it', async () => {
    const { client, keyId } = await connect();
    expect(client.getServerVersion()).toMatchObject({ name: 'luit' });
    expect(client.getInstructions()).toContain('quote');
    const { tools } = await client.listTools();
    const input = tools.find(({ name }) => name === 'generate_video')?.inputSchema.properties;
    expect(input?.model).toMatchObject({ description: expect.stringMatching(/^One of seedance;/) as string });
    const { structuredContent: models } = await call(client, 'list_models');
    expect(models.data).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'seedance', object: 'model' })]));
    const { structuredContent: quote } = await call(client, 'quote', { seconds: '5' });
    expect(quote).toEqual({
      ...{ object: 'quote', model: 'seedance', seconds: '5', resolution: '480p', credits: 18 },
      needs_approval: false,
    });
    const { structuredContent: video, content } = await call(client, 'generate_video', {
      prompt: 'a river at dawn',
      size: '854x480',
      metadata: { order: '1742' },
    });
    expect(video).toMatchObject({ object: 'video', status: 'queued', luit: { metadata: { order: '1742' } } });
    expect(JSON.parse(content[0]!.text)).toEqual(video);
    expect(created()).toMatchObject([
      { userId: gateway.user.id, apiKeyId: keyId, type: 'video', resolution: '480p', aspectRatio: '16:9' },
    ]);
    const finished = { jobStatus: 'succeeded', status: 'completed', outputKey: 'outputs/1/video.mp4' } as const;
    expect((await call(client, 'get_request', { id: video.id })).structuredContent).toMatchObject({
      status: 'queued',
      content_url: null,
    });
    Object.assign(records[0]!, finished);
    expect((await call(client, 'get_request', { id: video.id })).structuredContent).toMatchObject({
      object: 'video',
      status: 'completed',
      content_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/api\/files\/outputs\/1\/video\.mp4\?/) as string,
    });
  });

  it('agents: a photo is restored from a data URL', async () => {
    const { client } = await connect();
    const image_url = `data:image/png;base64,${(await picture('png')).toString('base64')}`;
    const { structuredContent } = await call(client, 'restore_photo', {
      image: { image_url },
      color_restoration: true,
    });
    expect(structuredContent).toMatchObject({ object: 'restoration', quality: 'standard', color_restoration: true });
    expect(created()).toMatchObject([{ type: 'restore', imageKey: expect.stringMatching(/^uploads\//) as string }]);
    const { structuredContent: state } = await call(client, 'get_request', { id: structuredContent.id });
    expect(state).toMatchObject({ object: 'restoration', id: structuredContent.id });
    const refused = await call(client, 'restore_photo', { image: { image_url: 'http://169.254.169.254/' } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'validation_failed' } });
  });

  it('agents: a request above the threshold needs the approval of a person', async () => {
    const { client } = await connect();
    const input = { prompt: 'a river', size: '1280x720' };
    const { structuredContent: quote } = await call(client, 'quote', { size: '1280x720' });
    expect(quote).toMatchObject({ credits: 30, needs_approval: true });
    for (const approved of [{}, { approved_credits: 29 }]) {
      const refused = await call(client, 'generate_video', { ...input, ...approved });
      expect(refused).toMatchObject({
        isError: true,
        structuredContent: { code: 'approval_required', details: { credits: 30, limit: APPROVAL_CREDITS } },
      });
    }
    expect(created()).toEqual([]);
    await call(client, 'generate_video', { ...input, approved_credits: 30 });
    expect(created()).toHaveLength(1);
  });

  it('agents: the balance has the budget of the key', async () => {
    const { client, keyId } = await connect();
    const limits = { monthlyCredits: 36, totalCredits: null, usedThisMonth: 18, used: 18 };
    gateway.services.answer(billingCalls.listApiKeyBudgets, () => ({
      budgets: [{ keyId, ...limits, resetsAt: '2026-11-30T18:30:00.000Z' }],
    }));
    expect((await call(client, 'balance')).structuredContent).toMatchObject({
      available: 40,
      budget: { monthly_credits: 36, used_this_month: 18 },
    });
  });

  it('agents: an exhausted budget is a result that the model reads', async () => {
    const { client } = await connect();
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('key_budget_exhausted', 'The monthly budget of this API key has 0 left');
    });
    expect(await call(client, 'generate_video', { prompt: 'a river' })).toMatchObject({
      isError: true,
      structuredContent: { code: 'key_budget_exhausted', message: 'The monthly budget of this API key has 0 left' },
    });
    gateway.services.answer(generationCalls.createRequest, create);
  });

  it.each([
    ['generate_video', {}],
    ['generate_video', { prompt: 'a', size: '1x1' }],
    ['generate_video', { prompt: 'a', seconds: 'five' }],
    ['generate_video', { prompt: 'a', idempotency_key: 'ü' }],
    ['get_request', { id: uuidv7() }],
    ['get_request', { id: 'none' }],
  ])('%s with %j is refused as a result', async (name, input) => {
    const { client } = await connect();
    expect(await call(client, name, input)).toMatchObject({ isError: true });
    expect(created()).toEqual([]);
  });

  it('a key sees the tools of its scopes only', async () => {
    const { client } = await connect(['videos:read']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['list_models', 'quote', 'get_request']);
    expect(tools[1]).toMatchObject({
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: { seconds: { type: 'string' } } },
    });
    await call(client, 'generate_video', { prompt: 'a' }).catch((error: Error) => error);
    expect(created()).toEqual([]);
  });

  it('an idempotency key is the one of /v1', async () => {
    const { client } = await connect();
    await call(client, 'generate_video', { prompt: 'a', idempotency_key: 'order-1' });
    await call(client, 'generate_video', { prompt: 'a', idempotency_key: 'order-1' });
    const [first, second] = created();
    expect(first?.idempotencyKey).toMatch(/^v1:/);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it('without a valid key, and without videos:read, nothing is answered', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const post = (headers: Record<string, string>) => request(gateway.url).post('/mcp').set(headers).send(message);
    const { body, headers } = await post({}).expect(401);
    expect(headers['www-authenticate']).toContain('Bearer');
    expect(body).toMatchObject({ code: 'unauthorized', type: 'urn:luit:error:unauthorized' });
    await post({ authorization: 'Bearer luit_live_none' }).expect(401);
    await post(keys.add(gateway.user.id, { scopes: ['billing:read'] }).headers).expect(403);
  });

  it.each([undefined, 'application/json', '*/*', 'application/*;q=0.8', 'text/html, application/json;q=0.5'])(
    'a client that sends Accept: %s gets JSON',
    async (accept) => {
      const { headers } = keys.add(gateway.user.id);
      const sent = request(gateway.url).post('/mcp').set(headers);
      if (accept) void sent.set({ accept });
      const answer = await sent.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }).expect(200);
      expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) as unknown } });
    },
  );

  it.each(['text/html', 'application/json;q=0', 'text/event-stream'])(
    'a client that sends Accept: %s is refused with 406',
    async (accept) => {
      const { headers } = keys.add(gateway.user.id);
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      await request(gateway.url)
        .post('/mcp')
        .set({ ...headers, accept })
        .send(message)
        .expect(406);
    },
  );

  it('messages come one at a time; streams and sessions do not exist', async () => {
    const { headers } = keys.add(gateway.user.id);
    const accept = { ...headers, accept: 'application/json, text/event-stream' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const listed = await request(gateway.url).post('/mcp').set(accept).send(message).expect(200);
    expect(listed.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(listed.headers['ratelimit']).toBeDefined();
    const notice = { jsonrpc: '2.0', method: 'notifications/initialized' };
    await request(gateway.url).post('/mcp').set(accept).send(notice).expect(202);
    await request(gateway.url).post('/mcp').set(accept).send([message, message]).expect(400);
    for (const method of ['get', 'delete'] as const) {
      const answer = await request(gateway.url)[method]('/mcp').set(headers).expect(405);
      expect(answer.headers['allow']).toBe('POST');
    }
  });
});
