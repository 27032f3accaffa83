import { AsyncLocalStorage } from 'node:async_hooks';
import { uuidv7 } from 'uuidv7';
import { traceparent } from './tracing';

interface Context {
  correlationId: string;
  deadline: number;
}

const storage = new AsyncLocalStorage<Context>();

/**
 * Runs `work` under a correlation id, which logs, calls, events and jobs carry along.
 *
 * @param deadline of the call that is answered, in the time of `performance.now()`
 */
export function withCorrelation<T>(correlationId: string | undefined, work: () => T, deadline = Infinity): T {
  return storage.run({ correlationId: correlationId ?? uuidv7(), deadline }, work);
}

/** When the caller gives up, in the time of `performance.now()`; Infinity outside of calls. */
export function callDeadline(): number {
  return storage.getStore()?.deadline ?? Infinity;
}

export function correlationId(): string | undefined {
  return storage.getStore()?.correlationId;
}

/**
 * What an outbox row keeps of its cause: the correlation id, and behind a space the `traceparent` where a trace is
 * recorded. One text, so that the SQL functions that write rows pass it on whole.
 */
export function correlation(): string | null {
  const id = correlationId();
  const parent = traceparent();
  return id && parent ? `${id} ${parent}` : (id ?? null);
}

export function readCorrelation(kept: string | null): { correlationId?: string; traceparent?: string } {
  const [id, parent] = kept?.split(' ') ?? [];
  return { correlationId: id, traceparent: parent };
}
