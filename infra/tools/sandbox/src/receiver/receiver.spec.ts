import { type RunningSandbox, startSandbox } from '../sandbox';
import { type SandboxClient, sandboxClient } from '../sandbox-client';
import type { ReceivedWebhook } from './receiver';

describe('the receiver of webhooks', () => {
  let sandbox: RunningSandbox;
  let client: SandboxClient;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
    client = sandboxClient(sandbox);
  });
  afterAll(() => sandbox.close());

  const post = (name: string) =>
    fetch(`${sandbox.url}/receivers/${name}`, { method: 'POST', redirect: 'manual', body: '{"a": 1}' });
  const behave = (name: string, behavior: object) => client.control('PUT', `/receivers/${name}`, behavior);

  it('records the raw text, and answers with 200 by default', async () => {
    expect((await post('plain')).status).toBe(200);
    const { body } = await client.control('GET', '/receivers/plain');
    expect((body as { received: ReceivedWebhook[] }).received).toMatchObject([{ body: '{"a": 1}' }]);
  });

  it('fails as it is told to', async () => {
    await behave('gone', { status: 410, body: 'I moved' });
    const gone = await post('gone');
    expect([gone.status, await gone.text()]).toEqual([410, 'I moved']);
    await behave('redirecting', { status: 301, location: 'http://10.0.0.1/' });
    const redirecting = await post('redirecting');
    expect([redirecting.status, redirecting.headers.get('location')]).toEqual([301, 'http://10.0.0.1/']);
    await behave('slow', { seconds: 0.2 });
    const started = performance.now();
    await post('slow');
    expect(performance.now() - started).toBeGreaterThan(190);
    await behave('endless', { isEndless: true });
    const { body } = await post('endless');
    const reader = body!.getReader();
    let bytes = 0;
    while (bytes < 50_000) bytes += (await reader.read()).value?.length ?? 0;
    await reader.cancel();
    expect((await behave('odd', { status: 700 })).status).toBe(400);
  });
});
