import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { collectGarbage } from '@luit/platform/testing/collect-garbage';
import { eventually } from '@luit/platform/testing/eventually';
import { freePort } from '@luit/platform/testing/redis';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { receiveWebhooks, type Received, type WebhookReceiver } from '@luit/sandbox/webhook-receiver';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { adapterOf, type Vendor, VENDORS } from '../test/vendors';
import { newTask } from '../test/tasks';
import { type Provider, ProviderUnreadableError, type SubmitResult, type TaskStatus } from './provider';

/** A film is rendered within a second, but not on a machine that does much else. */
const RENDERING_MS = 50_000;
jest.setTimeout(60_000);

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

/** Statuses with which each vendor refuses a create for good, and as what. */
const REFUSALS: Record<Vendor, [number, object][]> = {
  replicate: [
    [401, { kind: 'provider', code: 'http_401' }],
    [402, { kind: 'quota', code: 'insufficient_credit' }],
    [404, { kind: 'provider', code: 'http_404' }],
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

describe.each(VENDORS)('the contract of a provider: %s', (vendor) => {
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

  const task = (changes: Partial<ProviderTask> = {}) => newTask({ provider: vendor, ...changes });

  const misbehave = (kind: string) => client.control('POST', '/faults', { target: vendor, kind, for_seconds: 60 });

  const posts = async ({ clientRef }: ProviderTask): Promise<number> => {
    const { body } = await client.control('GET', `/log?target=${vendor}`);
    return (body.entries as { method: string; clientRef?: string }[]).filter(
      (entry) => entry.method === 'POST' && entry.clientRef === clientRef,
    ).length;
  };

  const submit = (made: ProviderTask, by = provider): Promise<SubmitResult> =>
    by.submit({ task: made, image: null }, signal);

  const submitted = async (made: ProviderTask, image: string | null = null): Promise<string> => {
    const result = await provider.submit({ task: made, image }, signal);
    if (result.result !== 'submitted') throw new Error(`Not submitted: ${JSON.stringify(result)}`);
    return result.externalId;
  };

  const reaches = (externalId: string, state: TaskStatus['state']): Promise<TaskStatus> =>
    eventually(async () => {
      const found = await provider.get(externalId, signal);
      expect(found.state).toBe(state);
      return found;
    }, RENDERING_MS);

  const verifyCallback = (made: ProviderTask, { headers, raw }: Pick<Received, 'headers' | 'raw'>, by = provider) => {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return by.verifyCallback(made, flat, Buffer.from(raw), signal);
  };

  it.each(['video', 'image_video'] as const)('submits a %s once, follows it and gets the film', async (type) => {
    const made = task({ type, resolution: '720p', prompt: `Boats, ${type} [slow:0.2]` });
    const externalId = await submitted(made, type === 'video' ? null : PIXEL);
    const status = await reaches(externalId, 'succeeded');
    expect(status).toMatchObject({ progress: 100, failure: null });
    const file = await fetch(status.outputUrl ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(await posts(made)).toBe(1);
  });

  it.each([
    ['[fail:moderation]', 'moderation'],
    ['[fail:technical]', 'provider'],
  ])('tells the failure of %s as %s', async (word, kind) => {
    const externalId = await submitted(task({ prompt: `Rain ${word} [slow:0.1]` }));
    expect(await reaches(externalId, 'failed')).toMatchObject({ failure: { kind }, outputUrl: null });
    expect(await provider.cancel(externalId, signal)).toBe('too_late');
  });

  it.each([
    ['[fail:privacy]', 'privacy'],
    ['[fail:input]', 'invalid_input'],
  ])('tells the refusal of %s as %s, at the submission or in the task', async (word, kind) => {
    const result = await submit(task({ prompt: `Rain ${word} [slow:0.1]` }));
    if (result.result === 'rejected') expect(result.failure.kind).toBe(kind);
    else if (result.result !== 'submitted') throw new Error(JSON.stringify(result));
    else expect(await reaches(result.externalId, 'failed')).toMatchObject({ failure: { kind } });
  });

  const posted: [string, object][] = [
    ['rate_limit:7', { result: 'retry', failure: { kind: 'quota' }, retryAfterMs: 7_000 }],
    ['error:500', { result: 'unknown', failure: { code: 'http_500' } }],
    ['error:503', { result: 'unknown', failure: { code: 'http_503' } }],
    ['garbage', { result: 'unknown', failure: { code: 'garbage' } }],
    ['down', { result: 'unknown', failure: { kind: 'provider' } }],
    ...REFUSALS[vendor].map(([status, failure]): [string, object] => [
      `error:${status}`,
      { result: 'rejected', failure },
    ]),
  ];
  it.each(posted)('says what became of a post answered with %s, and posts once', async (kind, expected) => {
    const made = task();
    await misbehave(kind);
    expect(await submit(made)).toMatchObject(expected);
    expect(await posts(made)).toBeLessThanOrEqual(1);
  });

  it('does not know what became of a post whose answer is lost, or late', async () => {
    await misbehave('lost_answer');
    expect(await submit(task())).toMatchObject({ result: 'unknown' });
    await client.control('POST', '/reset');
    await misbehave('slow:300');
    const impatient = adapterOf(vendor, sandbox, { postTimeoutMs: 50 });
    expect(await submit(task(), impatient)).toMatchObject({ result: 'unknown', failure: { code: 'timeout' } });
  });

  it('surely sent nothing where nobody listens', async () => {
    const nobody = adapterOf(vendor, sandbox, {}, `http://127.0.0.1:${await freePort()}`);
    expect(await submit(task(), nobody)).toMatchObject({ result: 'retry', failure: { code: 'ECONNREFUSED' } });
  });

  describe('with a server that takes the connection and says nothing', () => {
    let silent: Server;
    let half: Provider;
    let tidying: NodeJS.Timeout | undefined;

    beforeAll(async () => {
      silent = createServer((socket) => socket.on('error', () => undefined).unref());
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      half = adapterOf(vendor, sandbox, { postTimeoutMs: 100, getTimeoutMs: 100 }, url);
    });

    afterAll(() => {
      clearInterval(tidying);
      silent.close();
    });

    it('gives up in time, though memory is tidied meanwhile, and knows what it does not know', async () => {
      tidying = setInterval(collectGarbage, 20);
      expect(await submit(task(), half)).toMatchObject({ result: 'unknown', failure: { code: 'timeout' } });
      await expect(half.get('a/b/c', signal)).rejects.toThrow(ProviderUnreadableError);
      await expect(half.cancel('a/b/c', signal)).rejects.toThrow(ProviderUnreadableError);
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
  ])('cannot be read while it answers with %s', async (kind, expected) => {
    const reading = adapterOf(vendor, sandbox, { getTimeoutMs: kind.startsWith('slow') ? 50 : 20_000 });
    const made = task({ prompt: 'Rain [never]' });
    const externalId = await submitted(made);
    await misbehave(kind);
    const asked = [() => reading.get(externalId, signal), () => reading.cancel(externalId, signal)];
    if (vendor !== 'fal') asked.push(() => reading.findByRef(made, new Date(), signal) as never);
    for (const ask of asked) {
      const error: unknown = await ask().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ProviderUnreadableError);
      expect(error).toMatchObject(expected);
    }
  });

  it('SRV-13: finds a task whose answer was lost by its reference, or says that it cannot be asked', async () => {
    const [lost, never] = [task({ prompt: 'lost [never]' }), task()];
    const since = new Date();
    await misbehave('lost_answer');
    await submit(lost);
    await client.control('POST', '/reset');
    const found = await provider.findByRef(lost, since, signal);
    if (vendor === 'fal') return expect(found).toBe('cannot_be_asked');
    expect(await provider.get(String(found), signal)).toMatchObject({ failure: null });
    expect(await provider.findByRef(never, since, signal)).toBeNull();
    expect(await provider.findByRef(lost, new Date(Date.now() + 3_600_000), signal)).toBeNull();
  });

  it('never_finishes: runs on until it is canceled, where that can be done', async () => {
    await misbehave('never_finishes');
    const externalId = await submitted(task({ prompt: 'Rain [slow:0.1]' }));
    await reaches(externalId, 'running');
    const answer = await provider.cancel(externalId, signal);
    if (!provider.capabilities.cancelRunning) return expect(answer).toBe('unsupported');
    expect(answer).toBe('accepted');
    await reaches(externalId, 'canceled');
  });

  it('cancels what is queued', async () => {
    const externalId = await submitted(task({ prompt: 'Rain [slow:60]' }));
    expect(await provider.cancel(externalId, signal)).toBe('accepted');
    expect(await reaches(externalId, 'canceled')).toMatchObject({ failure: null });
  });

  it('a success without an output is one, and names none', async () => {
    const externalId = await submitted(task({ prompt: 'Rain [null-output][slow:0.1]' }));
    expect(await reaches(externalId, 'succeeded')).toMatchObject({ outputUrl: null, failure: null });
  });

  it('a task it has never heard of is unknown, which is not done', async () => {
    const externalId = await submitted(task({ prompt: 'Rain [never]' }));
    const id = vendor === 'fal' ? externalId.split('/').at(-1) : externalId;
    await client.control('POST', '/forget', { target: vendor, id });
    const error: unknown = await provider.get(externalId, signal).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ProviderUnreadableError', failure: { code: 'http_404' } });
  });

  it('refuses a model that is not configured, without asking anybody', async () => {
    const made = task({ model: 'nobodys' });
    expect(await submit(made)).toMatchObject({ result: 'rejected', failure: { code: 'model_not_configured' } });
    expect(await posts(made)).toBe(0);
  });

  describe('callbacks', () => {
    const called = async (prompt: string, changes: Partial<ProviderTask> = {}) => {
      const made = task({ prompt, webhookUrl: receiver.url, ...changes });
      const externalId = await submitted(made);
      const id = externalId.split('/').at(-1);
      const event = await receiver.first(({ json }) => json.id === id || json.request_id === id);
      return { made, externalId, id, event };
    };

    it('tells the task of a true one, as often as it comes', async () => {
      const { made, externalId, event, id } = await called('Rain [fail:technical][slow:0.1][duplicate-webhook]');
      for (let i = 0; i < 2; i += 1) expect(await verifyCallback(made, event)).toEqual({ externalId });
      await eventually(() =>
        expect(
          receiver.received.filter(({ json }) => json.id === id || json.request_id === id).length,
        ).toBeGreaterThanOrEqual(2),
      );
    });

    it('believes no forged one', async () => {
      const { made, event } = await called('Rain [fail:technical][slow:0.1]');
      const nonsense = { headers: event.headers, raw: '{"id":"made-up","request_id":"made-up","status":"succeeded"}' };
      const unsigned = { headers: {}, raw: nonsense.raw };
      for (const forged of [nonsense, unsigned, { headers: event.headers, raw: 'no json' }]) {
        expect(await verifyCallback(made, forged)).toEqual({ refusal: expect.any(String) });
      }
      if (provider.capabilities.signedWebhook) {
        expect(await verifyCallback(made, { headers: event.headers, raw: `${event.raw} ` })).toHaveProperty('refusal');
        expect(await verifyCallback(made, { headers: {}, raw: event.raw })).toHaveProperty('refusal');
      }
    });

    it('does not take a true one of another job for its own, where the vendor tells whose it is', async () => {
      const { event, externalId } = await called('Rain [fail:technical][slow:0.1]');
      const other = await verifyCallback(task(), event);
      // fal signs no reference: the address is the secret, and a task is recorded for one job alone.
      if (vendor === 'fal') expect(other).toEqual({ externalId });
      else expect(other).toHaveProperty('refusal');
    });

    it('cannot report while what it needs for that cannot be read', async () => {
      if (vendor === 'replicate') return;
      const { made, event } = await called('Rain [fail:technical][slow:0.1]');
      await misbehave('error:500');
      const fresh = adapterOf(vendor, sandbox);
      await expect(verifyCallback(made, event, fresh)).rejects.toThrow(ProviderUnreadableError);
    });
  });
});
