import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { MODEL_MISSING } from '@luit/contracts/generation/limits';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { eventually } from '@luit/platform/testing/eventually';
import { freePort } from '@luit/platform/testing/redis';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { receiveWebhooks, type Received, type WebhookReceiver } from '@luit/sandbox/webhook-receiver';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { adapterOf, type Vendor, VENDORS } from '../test/vendors';
import { newOptions, newTask } from '../test/tasks';
import { ProviderReadError, type SubmitResult, type TaskStatus } from '@luit/engines/engine';
import type { Provider } from './provider';

/** Rendering takes a second, or much longer on a busy machine. */

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

/** Statuses with which each vendor rejects a submission permanently, and the resulting failures. */
const REJECTIONS: Record<Vendor, [number, object][]> = {
  replicate: [
    [401, { kind: 'provider', code: 'http_401' }],
    [402, { kind: 'quota', code: 'insufficient_credit' }],
    [404, { kind: 'provider', code: 'model_missing' }],
    [422, { kind: 'invalid_input', code: 'http_422' }],
  ],
  fal: [
    [401, { kind: 'provider', code: 'http_401' }],
    [403, { kind: 'quota', code: 'http_403' }],
    [404, { kind: 'provider', code: 'http_404' }],
    [422, { kind: 'invalid_input', code: 'value_error' }],
  ],
  ark: [
    [401, { kind: 'provider', code: 'AuthenticationError' }],
    [402, { kind: 'quota', code: 'AccountOverdueError' }],
    [404, { kind: 'provider', code: 'ResourceNotFound' }],
    [422, { kind: 'invalid_input', code: 'InvalidParameter' }],
  ],
};

/** Ids of models that each vendor refuses. */
const UNKNOWN_MODELS: Record<Vendor, [string, string][]> = {
  replicate: [
    ['an unknown model', 'bytedance/seedance-99'],
    ['a community model without its version', 'anotherjesse/zeroscope-v2-xl'],
    ['an unknown version', 'a/b:0fbacf7afc6c'],
  ],
  fal: [
    ['an unknown application', 'fal-ai/nothing/text-to-video'],
    ['an unknown path', 'fal-ai/bytedance/seedance/v99'],
  ],
  ark: [
    ['an unknown model', 'seedance-99'],
    ['a model that is not activated', 'seedance-1-0-pro-fast-251015'],
  ],
};

/** The shipped models that a new installation offers and a vendor makes. */
const servedBy = (vendor: Vendor) =>
  SHIPPED_MODELS.filter(({ routes, state }) => state === 'live' && routes.some(({ provider }) => provider === vendor));

describe.each(VENDORS)('provider contract: %s', (vendor) => {
  const { signal } = new AbortController();
  let sandbox: RunningSandbox;
  let client: SandboxClient;
  let provider: Provider;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
    client = sandboxClient(sandbox);
    provider = adapterOf(vendor, sandbox);
    receiver = await receiveWebhooks();
  });

  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
  });

  beforeEach(() => client.control('POST', '/reset'));

  const createTask = (changes: Partial<ProviderTask> = {}) => newTask({ provider: vendor, ...changes });

  const misbehave = (kind: string) => client.control('POST', '/faults', { target: vendor, kind, for_seconds: 60 });

  const countPosts = async ({ clientRef }: ProviderTask): Promise<number> => {
    const { body } = await client.control('GET', `/log?target=${vendor}`);
    return (body.entries as { method: string; clientRef?: string }[]).filter(
      (entry) => entry.method === 'POST' && entry.clientRef === clientRef,
    ).length;
  };

  const submit = (task: ProviderTask, by = provider): Promise<SubmitResult> => by.submit({ task, image: null }, signal);

  const submitted = async (task: ProviderTask, image: string | null = null): Promise<string> => {
    const result = await provider.submit({ task, image }, signal);
    if (result.result !== 'submitted') throw new Error(`Not submitted: ${JSON.stringify(result)}`);
    return result.externalId;
  };

  const reaches = (externalId: string, state: TaskStatus['state']): Promise<TaskStatus> =>
    eventually(async () => {
      const found = await provider.get(externalId, signal);
      expect(found.state).toBe(state);
      return found;
    });

  const verifyCallback = (task: ProviderTask, { headers, raw }: Pick<Received, 'headers' | 'raw'>, by = provider) => {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return by.verifyCallback(task, flat, Buffer.from(raw), signal);
  };

  it.each(['video', 'image_video'] as const)('a %s is submitted once and its output is available', async (type) => {
    const task = createTask({ type, resolution: '720p', prompt: `Boats, ${type} [slow:0.2]` });
    const externalId = await submitted(task, type === 'video' ? null : PIXEL);
    const status = await reaches(externalId, 'succeeded');
    expect(status).toMatchObject({ progress: 100, failure: null });
    const file = await fetch(status.outputUrl ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(await countPosts(task)).toBe(1);
  });

  it.each(servedBy(vendor))('the vendor has our default for the model $id', async ({ id: model, starts }) => {
    const types = [...(starts.text ? (['video'] as const) : []), ...(starts.image ? (['image_video'] as const) : [])];
    for (const type of types) {
      const options = newOptions({ aspectRatio: '16:9' });
      const task = createTask({ model, type, prompt: 'Boats [never]', options });
      expect(await provider.submit({ task, image: type === 'video' ? null : PIXEL }, signal)).toMatchObject({
        result: 'submitted',
      });
    }
  });

  it.each(UNKNOWN_MODELS[vendor])(
    'the rejection of %s says that the vendor has no such model',
    async (_what, model) => {
      const task = createTask();
      expect(await submit({ ...task, route: { ...task.route!, model } })).toMatchObject({
        result: 'rejected',
        failure: { kind: 'provider', code: MODEL_MISSING },
      });
    },
  );

  it.each([
    ['[fail:moderation]', 'moderation'],
    ['[fail:technical]', 'provider'],
  ])('the failure of %s is mapped to %s', async (word, kind) => {
    const externalId = await submitted(createTask({ prompt: `Rain ${word} [slow:0.1]` }));
    expect(await reaches(externalId, 'failed')).toMatchObject({ failure: { kind }, outputUrl: null });
    expect(await provider.cancel(externalId, signal)).toBe('too_late');
  });

  it.each([
    ['[fail:privacy]', 'privacy'],
    ['[fail:input]', 'invalid_input'],
  ])('the rejection of %s is mapped to %s, in the submission or in the task', async (word, kind) => {
    const result = await submit(createTask({ prompt: `Rain ${word} [slow:0.1]` }));
    if (result.result === 'rejected') expect(result.failure.kind).toBe(kind);
    else if (result.result !== 'submitted') throw new Error(JSON.stringify(result));
    else expect(await reaches(result.externalId, 'failed')).toMatchObject({ failure: { kind } });
  });

  const submitFaults: [string, object][] = [
    ['rate_limit:7', { result: 'retry', failure: { kind: 'quota' }, retryAfterMs: 7_000 }],
    ['error:500', { result: 'unknown', failure: { code: 'http_500' } }],
    ['error:502', { result: 'unknown', failure: { code: 'http_502' } }],
    ['error:503', { result: vendor === 'fal' ? 'retry' : 'unknown', failure: { code: 'http_503' } }],
    ['error:504', { result: 'unknown', failure: { code: 'http_504' } }],
    ['garbage', { result: 'unknown', failure: { code: 'garbage' } }],
    ['down', { result: 'unknown', failure: { kind: 'provider' } }],
    ...REJECTIONS[vendor].map(([status, failure]): [string, object] => [
      `error:${status}`,
      { result: 'rejected', failure },
    ]),
  ];
  it.each(submitFaults)('a submission answered with %s is sent once and mapped to a result', async (kind, expected) => {
    const task = createTask();
    await misbehave(kind);
    expect(await submit(task)).toMatchObject(expected);
    expect(await countPosts(task)).toBeLessThanOrEqual(1);
  });

  it('a submission without a response, or with a late one, is unknown', async () => {
    await misbehave('lost_answer');
    expect(await submit(createTask())).toMatchObject({ result: 'unknown' });
    await client.control('POST', '/reset');
    await misbehave('slow:300');
    const withShortTimeout = adapterOf(vendor, sandbox, { postTimeoutMs: 50 });
    expect(await submit(createTask(), withShortTimeout)).toMatchObject({
      result: 'unknown',
      failure: { code: 'timeout' },
    });
  });

  it('a refused connection allows a retry', async () => {
    const unreachable = adapterOf(vendor, sandbox, {}, `http://127.0.0.1:${await freePort()}`);
    expect(await submit(createTask(), unreachable)).toMatchObject({
      result: 'retry',
      failure: { code: 'ECONNREFUSED' },
    });
  });

  describe('with a server that accepts the connection and never responds', () => {
    let silent: Server;
    let unresponsive: Provider;

    beforeAll(async () => {
      silent = createServer((socket) => socket.on('error', () => undefined).unref());
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      unresponsive = adapterOf(vendor, sandbox, { postTimeoutMs: 100, getTimeoutMs: 100 }, url);
    });

    afterAll(() => silent.close());

    it('requests time out, and submissions become unknown', async () => {
      expect(await submit(createTask(), unresponsive)).toMatchObject({
        result: 'unknown',
        failure: { code: 'timeout' },
      });
      await expect(unresponsive.get('a/b/c', signal)).rejects.toThrow(ProviderReadError);
      await expect(unresponsive.cancel('a/b/c', signal)).rejects.toThrow(ProviderReadError);
    });
  });

  it.each([
    ['rate_limit:3', { failure: { code: 'http_429' }, retryAfterMs: 3_000 }],
    ['error:500', { failure: { code: 'http_500' } }],
    ['error:404', { failure: { code: 'http_404' } }],
    ['garbage', { failure: { code: 'garbage' } }],
    ['down', { failure: { kind: 'provider' } }],
    ['slow:300', { failure: { code: 'timeout' } }],
    ['lost_answer', { failure: { kind: 'provider' } }],
  ])('reads fail while the provider answers with %s', async (kind, expected) => {
    const reading = adapterOf(vendor, sandbox, { getTimeoutMs: kind.startsWith('slow') ? 50 : 20_000 });
    const task = createTask({ prompt: 'Rain [never]' });
    const externalId = await submitted(task);
    await misbehave(kind);
    const reads = [() => reading.get(externalId, signal), () => reading.cancel(externalId, signal)];
    if (vendor !== 'fal') reads.push(() => reading.findByRef(task, new Date(), signal) as never);
    for (const read of reads) {
      const error: unknown = await read().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ProviderReadError);
      expect(error).toMatchObject(expected);
    }
  });

  it('a task whose response was lost is found by its reference, or the provider is not searchable [SRV-13]', async () => {
    const [lost, never] = [createTask({ prompt: 'lost [never]' }), createTask()];
    const since = new Date();
    await misbehave('lost_answer');
    await submit(lost);
    await client.control('POST', '/reset');
    const found = await provider.findByRef(lost, since, signal);
    if (vendor === 'fal') return expect(found).toBe('not_searchable');
    expect(await provider.get(String(found), signal)).toMatchObject({ failure: null });
    expect(await provider.findByRef(never, since, signal)).toBeNull();
    expect(await provider.findByRef(lost, new Date(Date.now() + 3_600_000), signal)).toBeNull();
  });

  it('a running task is canceled if the provider supports it', async () => {
    await misbehave('never_finishes');
    const externalId = await submitted(createTask({ prompt: 'Rain [slow:0.1]' }));
    await reaches(externalId, 'running');
    const result = await provider.cancel(externalId, signal);
    if (!provider.capabilities.cancelRunning) return expect(result).toBe('unsupported');
    expect(result).toBe('accepted');
    await reaches(externalId, 'canceled');
  });

  it('a queued task is canceled', async () => {
    const externalId = await submitted(createTask({ prompt: 'Rain [slow:60]' }));
    expect(await provider.cancel(externalId, signal)).toBe('accepted');
    expect(await reaches(externalId, 'canceled')).toMatchObject({ failure: null });
  });

  it('a success without an output has no output URL', async () => {
    const externalId = await submitted(createTask({ prompt: 'Rain [null-output][slow:0.1]' }));
    expect(await reaches(externalId, 'succeeded')).toMatchObject({ outputUrl: null, failure: null });
  });

  it('reading an unknown task fails', async () => {
    const externalId = await submitted(createTask({ prompt: 'Rain [never]' }));
    const id = vendor === 'fal' ? externalId.split('/').at(-1) : externalId;
    await client.control('POST', '/forget', { target: vendor, id });
    const error: unknown = await provider.get(externalId, signal).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ProviderReadError', failure: { code: 'http_404' } });
  });

  it('a check succeeds while the vendor answers, creates nothing, and fails otherwise', async () => {
    await provider.check(signal);
    for (const kind of ['down', 'error:500', 'error:401', 'rate_limit:1']) {
      await client.control('POST', '/reset');
      await misbehave(kind);
      await expect(provider.check(signal)).rejects.toThrow(ProviderReadError);
    }
    const { body } = await client.control('GET', `/log?target=${vendor}`);
    expect((body.entries as { method: string }[]).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('an unconfigured model is rejected without a request', async () => {
    const task = createTask({ model: 'unknown' });
    expect(await submit(task)).toMatchObject({ result: 'rejected', failure: { code: 'model_not_configured' } });
    expect(await countPosts(task)).toBe(0);
  });

  describe('callbacks', () => {
    const receiveCallback = async (prompt: string, changes: Partial<ProviderTask> = {}) => {
      const task = createTask({ prompt, webhookUrl: receiver.url, ...changes });
      const externalId = await submitted(task);
      const id = externalId.split('/').at(-1);
      const event = await receiver.first(({ json }) => json.id === id || json.request_id === id);
      return { task, externalId, id, event };
    };

    it('an authentic callback yields its task, also repeatedly', async () => {
      const { task, externalId, event, id } = await receiveCallback(
        'Rain [fail:technical][slow:0.1][duplicate-webhook]',
      );
      for (let i = 0; i < 2; i += 1) expect(await verifyCallback(task, event)).toMatchObject({ externalId });
      await eventually(() =>
        expect(
          receiver.received.filter(({ json }) => json.id === id || json.request_id === id).length,
        ).toBeGreaterThanOrEqual(2),
      );
    });

    it('a signed callback about a success carries its output, as the task does', async () => {
      const { task, externalId, id } = await receiveCallback('Rain [slow:0.1]');
      const end = await reaches(externalId, 'succeeded');
      const event = await receiver.first(
        ({ json }) =>
          (json.id === id && json.status === 'succeeded') || (json.request_id === id && json.status === 'OK'),
      );
      const expected = provider.capabilities.signedWebhook ? { externalId, end } : { externalId };
      expect(await verifyCallback(task, event)).toEqual(expected);
    });

    it('a signed callback about a failure carries its reason, as the task does, or none', async () => {
      const { task, externalId, id } = await receiveCallback('Rain [fail:technical][slow:0.1]');
      const end = await reaches(externalId, 'failed');
      const event = await receiver.first(
        ({ json }) =>
          (json.id === id && json.status === 'failed') || (json.request_id === id && json.status === 'ERROR'),
      );
      const expected = vendor === 'replicate' ? { externalId, end } : { externalId };
      expect(await verifyCallback(task, event)).toEqual(expected);
    });

    it('forged callbacks are refused', async () => {
      const { task, event } = await receiveCallback('Rain [fail:technical][slow:0.1]');
      const nonsense = { headers: event.headers, raw: '{"id":"task-up","request_id":"task-up","status":"succeeded"}' };
      const unsigned = { headers: {}, raw: nonsense.raw };
      for (const forged of [nonsense, unsigned, { headers: event.headers, raw: 'no json' }]) {
        expect(await verifyCallback(task, forged)).toEqual({ refusal: expect.any(String) });
      }
      if (provider.capabilities.signedWebhook) {
        expect(await verifyCallback(task, { headers: event.headers, raw: `${event.raw} ` })).toHaveProperty('refusal');
        expect(await verifyCallback(task, { headers: {}, raw: event.raw })).toHaveProperty('refusal');
      }
    });

    it('an authentic callback of another job is refused if the vendor identifies the job', async () => {
      const { event, externalId } = await receiveCallback('Rain [fail:technical][slow:0.1]');
      const other = await verifyCallback(createTask(), event);
      // fal callbacks contain no reference. The URL is the secret, and a task is recorded for one job only.
      if (vendor === 'fal') expect(other).toEqual({ externalId });
      else expect(other).toHaveProperty('refusal');
    });

    it('verification fails if the request it needs fails', async () => {
      if (vendor === 'replicate') return;
      const { task, event } = await receiveCallback('Rain [fail:technical][slow:0.1]');
      await misbehave('error:500');
      const fresh = adapterOf(vendor, sandbox);
      await expect(verifyCallback(task, event, fresh)).rejects.toThrow(ProviderReadError);
    });
  });
});
