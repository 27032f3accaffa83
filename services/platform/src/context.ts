import { AsyncLocalStorage } from 'node:async_hooks';
import { uuidv7 } from 'uuidv7';

interface Context {
  correlationId: string;
}

const storage = new AsyncLocalStorage<Context>();

/** Runs `work` under a correlation id, which logs, calls, events and jobs carry along. */
export function withCorrelation<T>(correlationId: string | undefined, work: () => T): T {
  return storage.run({ correlationId: correlationId ?? uuidv7() }, work);
}

export function correlationId(): string | undefined {
  return storage.getStore()?.correlationId;
}
