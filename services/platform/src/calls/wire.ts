import type { ErrorWire } from '@luit/contracts/errors';
import type { Service } from '@luit/contracts/messages/message';

/** A call as it lies in a request list. Short names: these bytes are parsed on every call. */
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

/** Requests of one caller that may wait for one service before further ones are refused. */
export const MAX_WAITING = 5_000;

/** A caller that died leaves its reply list behind; it goes by itself. */
export const REPLY_TTL_MS = 60_000;

/** Messages taken from a list at once. */
export const BATCH = 64;

/** A list for each caller, so that Redis decides who may write to it and the service knows who asks. */
export function requestList(service: Service, caller: Service): string {
  return `luit:calls:${service}:${caller}`;
}

export function replyLists(caller: Service): string {
  return `luit:replies:${caller}:`;
}

/** @param life unique for one life of one process */
export function replyList(caller: Service, life: string): string {
  return `${replyLists(caller)}${life}`;
}

/** A process stops its own blocked reads by writing to such a list. */
export function stopLists(service: Service): string {
  return `luit:stop:${service}:`;
}
