import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { eventually } from '@luit/platform/testing/eventually';
import { startSandbox } from '@luit/sandbox/sandbox';
import { sandboxClient } from '@luit/sandbox/sandbox-client';
import type { Engine, TaskState, TaskStatus } from '../engine';
import { engineOf, instanceOf, type SandboxServer } from './servers';

/** A server of the sandbox with its engine, and what tests do with it. */
export async function startServer(server: SandboxServer) {
  const { signal } = new AbortController();
  const sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.1 } });
  const client = sandboxClient(sandbox);
  const instance = instanceOf(server, sandbox.url);
  const engine: Engine = engineOf(instance);
  const submit = (task: ProviderTask, image: string | null = null) => engine.submit({ task, image }, signal);
  const submitted = async (task: ProviderTask, image: string | null = null): Promise<string> => {
    const result = await submit(task, image);
    if (result.result !== 'submitted') throw new Error(`Not submitted: ${JSON.stringify(result)}`);
    return result.externalId;
  };
  const get = (externalId: string) => engine.get(externalId, signal);
  return {
    sandbox,
    client,
    instance,
    engine,
    url: instance.baseUrl,
    submit,
    submitted,
    get,
    cancel: (externalId: string) => engine.cancel(externalId, signal),
    find: (task: ProviderTask) => engine.findByRef(task, new Date(), signal),
    reaches: (externalId: string, state: TaskState): Promise<TaskStatus> =>
      eventually(async () => {
        const found = await get(externalId);
        expect(found.state).toBe(state);
        return found;
      }),
    misbehave: (kind: string) => client.control('POST', '/faults', { target: server, kind, for_seconds: 60 }),
    behave: () => client.control('POST', '/reset'),
    restart: () => client.control('POST', '/restart', { target: server }),
    /** Requests that the server got. */
    requests: async () => {
      const { body } = await client.control('GET', `/log?target=${server}`);
      return body.entries as { method: string; path: string; body: unknown }[];
    },
    close: () => sandbox.close(),
  };
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** Sends a request as a client without an engine. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.text() };
}
