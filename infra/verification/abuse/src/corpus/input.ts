import type { AttackerAccess } from '../participants';
import type { WireResponse } from '../wire/response';
import type { RequestOptions } from '../wire/request';

/** Markup that must never appear unescaped in a page. */
export const MARKUP = `"'><script>luit_mark()</script><img src=x onerror=luit_mark()>`;

interface Expectation {
  name: string;
  /** Expected statuses; any below 500 by default. */
  status?: number[];
  /** Maximum response time in milliseconds; 3,000 by default. */
  withinMs?: number;
  /** An additional check, which returns a description of the problem. */
  also?: (response: WireResponse) => Promise<string | undefined> | string | undefined;
}

/** A well-formed HTTP request with hostile content. */
export type HttpInput = Expectation & { send: Omit<RequestOptions, 'from'> };
/** Raw bytes. Node may reject them before there is a request, so the response needs no envelope and may be missing. */
export type RawInput = Expectation & { bytes: string | Buffer; waitMs?: number };
/** A socket.io frame. */
export type FrameInput = Expectation & { event: string; args: unknown[]; as: 'user' | 'operator' };

export type HostileInput = HttpInput | RawInput | FrameInput;

/** A group of similar inputs. */
export interface Family {
  name: string;
  inputs(access: AttackerAccess): HostileInput[];
}

/** The name of a family on the command line, for example `socket-frames`. */
export function partOf(family: string): string {
  return family.replaceAll(' ', '-');
}

export function json(path: string, body: string | Buffer | object, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

/** Creates an input from every entry of an object. */
export function each<T>(values: Record<string, T>, input: (name: string, value: T) => HostileInput): HostileInput[] {
  return Object.entries(values).map(([name, value]) => input(name, value));
}
