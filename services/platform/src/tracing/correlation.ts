import { AsyncLocalStorage } from 'node:async_hooks';
import { uuidv7 } from 'uuidv7';
import { traceparent } from './tracing';

interface Context {
  correlationId: string;
  deadline: number;
}

const storage = new AsyncLocalStorage<Context>();

/**
 * Runs `work` with a correlation id that its logs, calls, events and jobs carry.
 *
 * @param correlationId generated if undefined
 * @param deadline of the call being handled, on the clock of `performance.now()`
 */
export function withCorrelation<T>(correlationId: string | undefined, work: () => T, deadline = Infinity): T {
  return storage.run({ correlationId: correlationId ?? uuidv7(), deadline }, work);
}

/** Deadline of the current call on the clock of `performance.now()`; Infinity outside of calls. */
export function callDeadline(): number {
  return storage.getStore()?.deadline ?? Infinity;
}

export function correlationId(): string | undefined {
  return storage.getStore()?.correlationId;
}

/**
 * The value of an outbox row's `correlation` column: the correlation id, followed by a space and the `traceparent` if a
 * trace is being recorded. It is one string, so SQL functions that write outbox rows need only one parameter.
 */
export function correlation(): string | null {
  const id = correlationId();
  const parent = traceparent();
  return id && parent ? `${id} ${parent}` : (id ?? null);
}

export function readCorrelation(stored: string | null): { correlationId?: string; traceparent?: string } {
  const [id, parent] = stored?.split(' ') ?? [];
  return { correlationId: id, traceparent: parent };
}
