import type { AttackerAccess } from '../participants';
import type { Answer } from '../wire/answer';
import type { Asked } from '../wire/ask';

/** What a page must never show as it was sent. */
export const MARKUP = `"'><script>luit_mark()</script><img src=x onerror=luit_mark()>`;

interface Expectation {
  name: string;
  /** Statuses that are right; any below 500 unless it says otherwise. */
  status?: number[];
  /** Milliseconds; 3,000 unless it says otherwise. */
  withinMs?: number;
  /** Anything else that has to hold; the answer is what does not. */
  also?: (answer: Answer) => Promise<string | undefined> | string | undefined;
}

/** One request of a well-behaved HTTP client with hostile content. */
export type HttpInput = Expectation & { send: Omit<Asked, 'from'> };
/** Bytes as they are. Node may refuse them before there is a request, so an answer needs no envelope; none may come. */
export type RawInput = Expectation & { bytes: string | Buffer; waitMs?: number };
/** One frame on a socket. */
export type FrameInput = Expectation & { event: string; args: unknown[]; as: 'user' | 'operator' };

export type HostileInput = HttpInput | RawInput | FrameInput;

/** Inputs of one kind. */
export interface Family {
  name: string;
  inputs(access: AttackerAccess): HostileInput[];
}

/** What a family is called on the command line, for example `socket-frames`. */
export function partOf(family: string): string {
  return family.replaceAll(' ', '-');
}

export function json(path: string, body: string | Buffer | object, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

/** Every value of an object as an input. */
export function each<T>(values: Record<string, T>, input: (name: string, value: T) => HostileInput): HostileInput[] {
  return Object.entries(values).map(([name, value]) => input(name, value));
}
