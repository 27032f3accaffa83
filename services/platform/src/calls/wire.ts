import type { ErrorWire } from '@luit/contracts/errors';
import type { Service } from '@luit/contracts/message';

/** A call as it lies in a service's request list. Short names: these bytes are parsed on every call. */
export interface CallMessage {
  /** Id of the call, unique for its caller. */
  i: string;
  /** Name of the contract. */
  n: string;
  /** The request. */
  d: unknown;
  /** Deadline, milliseconds in Redis' time. */
  x: number;
  /** List that the reply goes to. */
  r: string;
  /** Correlation id. */
  c?: string;
  /** W3C traceparent, where a trace is recorded. */
  t?: string;
}

export type ReplyMessage = { i: string; ok: unknown } | { i: string; err: ErrorWire };

/** Requests that may wait for one service before further ones are refused. */
export const MAX_WAITING = 5_000;

/** A caller that died leaves its reply list behind; it goes by itself. */
export const REPLY_TTL_MS = 60_000;

/** Messages taken from a list at once. */
export const BATCH = 64;

export function requestList(service: Service): string {
  return `luit:calls:${service}`;
}

/** @param caller unique for one life of one process */
export function replyList(caller: string): string {
  return `luit:replies:${caller}`;
}
