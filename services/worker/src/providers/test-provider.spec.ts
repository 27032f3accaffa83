import { newTask } from '../test/tasks';
import type { Submission } from '@luit/engines/engine';
import { TestProvider } from './test-provider';

describe('the test provider', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-27T10:00:00Z') }));

  afterEach(() => jest.useRealTimers());

  const submission = (prompt: string): Submission => ({ task: newTask({ provider: 'test', prompt }), image: null });

  const submit = async (prompt: string): Promise<string> => {
    const result = await new TestProvider().submit(submission(prompt));
    if (result.result !== 'submitted') throw new Error(`Expected a task, got ${result.result}`);
    return result.externalId;
  };
  /** Read by another process than the one that submitted the task. */
  const read = (externalId: string) => new TestProvider().get(externalId);

  it('a task runs for two seconds, then succeeds', async () => {
    const id = await submit('A river at dawn');
    expect(await read(id)).toMatchObject({ state: 'running', progress: 0 });
    jest.advanceTimersByTime(1_000);
    expect(await read(id)).toMatchObject({ state: 'running', progress: 50 });
    jest.advanceTimersByTime(1_000);
    expect(await read(id)).toMatchObject({ state: 'succeeded', failure: null });
  });

  it.each([
    ['A river, test: fail', 'provider', 'test_failure'],
    ['Test: REFUSE this', 'moderation', 'test_refusal'],
  ])('the prompt %j fails its task', async (prompt, kind, code) => {
    const id = await submit(prompt);
    expect(await read(id)).toMatchObject({ state: 'running' });
    jest.advanceTimersByTime(2_000);
    expect(await read(id)).toMatchObject({ state: 'failed', outputUrl: null, failure: { kind, code } });
  });

  it('a slow task runs for a minute', async () => {
    const id = await submit('test: slow');
    jest.advanceTimersByTime(59_000);
    expect(await read(id)).toMatchObject({ state: 'running', progress: 98 });
    jest.advanceTimersByTime(1_000);
    expect(await read(id)).toMatchObject({ state: 'succeeded' });
  });

  it.each(['test: failure', 'latest: fail', 'a test'])('the words %j mean nothing', async (prompt) => {
    const id = await submit(prompt);
    jest.advanceTimersByTime(2_000);
    expect(await read(id)).toMatchObject({ state: 'succeeded' });
  });

  it('a canceled task is read as canceled', async () => {
    const [provider, id] = [new TestProvider(), await submit('test: slow')];
    expect(await provider.cancel(id)).toBe('accepted');
    expect(await provider.get(id)).toMatchObject({ state: 'canceled' });
  });

  it('tasks of the same prompt have different ids, and an id of another provider is refused', async () => {
    expect(await submit('A river')).not.toBe(await submit('A river'));
    await expect(read('abc')).rejects.toMatchObject({ failure: { code: 'unknown_task' } });
  });

  it('it answers checks and refuses callbacks', async () => {
    const provider = new TestProvider();
    await provider.check();
    expect(await provider.findByRef()).toBeNull();
    expect(await provider.verifyCallback()).toHaveProperty('refusal');
  });
});
