import { AsyncLocalStorage } from 'node:async_hooks';
import { uuidv7 } from 'uuidv7';
import { traceparent } from './tracing';

/** The account or list on whose behalf a call or an event holds database connections. */
export interface ConnectionHolder {
  /** The user that the call is about, or the job if it names no user. Undefined if it is about no one in particular. */
  account: string | undefined;
  /** True if the work serves an operators' list or report. */
  isForOperators: boolean;
  deadline: number;
  /** How many it holds now. */
  connections: number;
  /** How long it has waited for connections, milliseconds. */
  waitedMs: number;
}

/** Ids that log lines show, by name: never personal data. */
export type LogFields = Record<string, string>;

interface Context extends ConnectionHolder {
  correlationId: string;
  /** Ids of the objects that the current work is about. */
  logFields?: LogFields;
  /** Name of the background work; undefined while a message is handled. */
  background?: string;
}

const storage = new AsyncLocalStorage<Context>();

/**
 * Runs `work` with a correlation id that its logs, calls, events and jobs carry.
 *
 * @param correlationId generated if undefined
 * @param deadline of the call being handled, on the clock of `performance.now()`
 * @param about the account that the call or event is about, see `accountOf`, and whether it serves operators
 */
export function withCorrelation<T>(
  correlationId: string | undefined,
  work: () => T,
  deadline = Infinity,
  { account, isForOperators = false }: Partial<Pick<ConnectionHolder, 'account' | 'isForOperators'>> = {},
): T {
  const background = storage.getStore()?.background;
  return storage.run(
    {
      correlationId: correlationId ?? uuidv7(),
      deadline,
      account,
      isForOperators,
      connections: 0,
      waitedMs: 0,
      background,
    },
    work,
  );
}

/** Runs work that no message caused, such as a round of a schedule, with a correlation id of its own. */
export function inBackground<T>(background: string, work: () => T): T {
  const nobody = { deadline: Infinity, account: undefined, isForOperators: false, connections: 0, waitedMs: 0 };
  return storage.run({ ...nobody, correlationId: uuidv7(), background }, work);
}

/** Adds ids of the current work's objects to its log lines, and to the access line of the HTTP request. */
export function addLogFields(fields: LogFields): void {
  const context = storage.getStore();
  if (context) context.logFields = { ...context.logFields, ...fields };
}

export function logFields(): LogFields | undefined {
  return storage.getStore()?.logFields;
}

/** Returns a function that reads the log fields of the current work, wherever it is called. */
export function logFieldsLater(): () => LogFields | undefined {
  const context = storage.getStore();
  return () => context?.logFields;
}

/** The cause of the current work: the name of the background work, otherwise `message`. */
export function origin(): string {
  return storage.getStore()?.background ?? 'message';
}

/** Runs `work` as if no call or event were being handled. */
export function outsideOfCalls<T>(work: () => T): T {
  return storage.exit(work);
}

/** Undefined outside of calls and events. */
export function connectionHolder(): ConnectionHolder | undefined {
  return storage.getStore();
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
