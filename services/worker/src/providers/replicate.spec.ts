import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { eventually } from '@luit/platform/testing/eventually';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { receiveWebhooks } from '@luit/sandbox/webhook-receiver';
import { newOptions, newTask } from '../test/tasks';
import { adapterOf, instanceOf } from '../test/vendors';
import type { SubmitResult } from '@luit/engines/engine';
import type { Provider } from './provider';
import { ReplicateProvider } from './replicate';

/** Rendering takes a second, or much longer on a busy machine. */

describe('the Replicate adapter with the sandbox', () => {
  const { signal } = new AbortController();
  let sandbox: RunningSandbox;
  let client: SandboxClient;
  let replicate: Provider;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
    client = sandboxClient(sandbox);
    replicate = adapterOf('replicate', sandbox);
  });

  afterAll(() => sandbox.close());

  beforeEach(() => client.control('POST', '/reset'));

  const submit = (task: ProviderTask): Promise<SubmitResult> => replicate.submit({ task, image: null }, signal);

  const submitted = async (task: ProviderTask): Promise<string> => {
    const result = await submit(task);
    if (result.result !== 'submitted') throw new Error(`Not submitted: ${JSON.stringify(result)}`);
    return result.externalId;
  };

  it.each([
    ['seedance', { duration: 5, resolution: '720p' }],
    ['stableVideo', { duration: 5, resolution: '720p' }],
    ['zeroscope', { num_frames: 40, fps: 8, width: 1_280, height: 720 }],
  ])('%s: a task is submitted and its output is available', async (model, input) => {
    const options = newOptions({ aspectRatio: '16:9' });
    const externalId = await submitted(newTask({ model, resolution: '720p', options }));
    const status = await eventually(async () => {
      const found = await replicate.get(externalId, signal);
      expect(found.state).toBe('succeeded');
      return found;
    });
    expect(status).toMatchObject({ progress: 100, failure: null });
    expect((await fetch(status.outputUrl ?? '')).headers.get('content-type')).toBe('video/mp4');
    expect(await client.replicate('GET', `/predictions/${externalId}`)).toMatchObject({
      body: { input, webhook_events_filter: ['start', 'completed'] },
    });
  });

  it('progress is parsed from the logs', async () => {
    const externalId = await submitted(newTask({ prompt: 'Rain [slow:2]' }));
    const { progress } = await eventually(async () => {
      const found = await replicate.get(externalId, signal);
      expect(found.progress).toBeGreaterThan(0);
      return found;
    });
    expect(progress).toBeLessThanOrEqual(100);
    expect(await replicate.cancel(externalId, signal)).toBe('accepted');
    expect(await replicate.get(externalId, signal)).toMatchObject({ state: 'canceled', failure: null });
  });

  it('a search covers all pages since the given time', async () => {
    const task = newTask({ prompt: 'first [slow:0]' });
    const externalId = await submitted(task);
    for (let batch = 0; batch < 11; batch++) {
      const later = Array.from({ length: 10 }, () => newTask({ prompt: 'later [slow:0][fail:technical]' }));
      await Promise.all(later.map(submitted));
    }
    expect(await replicate.findByRef(task, new Date(), signal)).toBe(externalId);
    const future = new Date(Date.now() + 3_600_000);
    expect(await replicate.findByRef(task, future, signal)).toBeNull();
  });

  it('only callbacks signed by Replicate are accepted', async () => {
    const receiver = await receiveWebhooks();
    const task = newTask({ webhookUrl: receiver.url });
    const externalId = await submitted(task);
    const { headers, raw } = await receiver.first(({ json }) => json.id === externalId);
    await receiver.close();
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const bodies = [raw, `${raw} `].map((text) => Buffer.from(text));
    expect(await replicate.verifyCallback(task, flat, bodies[0]!, signal)).toEqual({ externalId });
    expect(await replicate.verifyCallback(task, flat, bodies[1]!, signal)).toEqual({ refusal: 'No signature matches' });
    const rotating = {
      ...instanceOf('replicate', sandbox),
      webhookSecret: `whsec_bmV3LCBub3QgeWV0IHVzZWQ=,${sandbox.replicate.webhookSecret}`,
    };
    expect(await new ReplicateProvider(rotating).verifyCallback(task, flat, bodies[0]!)).toEqual({ externalId });
    const unconfigured = new ReplicateProvider({ ...instanceOf('replicate', sandbox), webhookSecret: null });
    expect(await unconfigured.verifyCallback(task, flat, bodies[0]!)).toHaveProperty('refusal');
  });
});
