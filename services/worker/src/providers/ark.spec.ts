import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { receiveWebhooks } from '@luit/sandbox/webhook-receiver';
import { newTask } from '../test/tasks';
import { adapterOf } from '../test/vendors';
import type { Provider } from './provider';

const { signal } = new AbortController();

describe('tasks of which ModelArk does not return the seed', () => {
  let sandbox: RunningSandbox;
  let provider: Provider;
  const since = new Date();

  // One test expects that ModelArk has no task without a seed.
  beforeEach(async () => {
    sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
    provider = adapterOf('ark', sandbox);
  });
  afterEach(() => sandbox.close());

  const taskOf = (prompt: string, webhookUrl: string | null = null) => newTask({ provider: 'ark', prompt, webhookUrl });
  const submitted = async (task: ReturnType<typeof taskOf>): Promise<string> => {
    const result = await provider.submit({ task, image: null }, signal);
    if (result.result !== 'submitted') throw new Error(JSON.stringify(result));
    return result.externalId;
  };

  it('one of them may be the lost task, so its absence is not proven, but a task with the seed is found [SRV-13]', async () => {
    const [known, unidentified] = [taskOf('A kite [never]'), taskOf('A kite [never][no-seed]')];
    const id = await submitted(known);
    expect(await provider.findByRef(taskOf('A kite'), since, signal)).toBeNull();
    await submitted(unidentified);
    await expect(provider.findByRef(unidentified, since, signal)).rejects.toMatchObject({
      failure: { code: 'no_seed' },
    });
    await expect(provider.findByRef(taskOf('A kite'), since, signal)).rejects.toMatchObject({
      failure: { code: 'no_seed' },
    });
    expect(await provider.findByRef(known, since, signal)).toBe(id);
  });

  it('a callback at the secret URL of the job reveals its task', async () => {
    const receiver = await receiveWebhooks();
    const task = taskOf('A kite [fail:technical][no-seed]', receiver.url);
    const externalId = await submitted(task);
    const { raw } = await receiver.first(({ json }) => json.id === externalId);
    expect(await provider.verifyCallback(task, {}, Buffer.from(raw), signal)).toEqual({ externalId });
    await receiver.close();
  });
});
