import type { ErrorWire } from '@luit/contracts/errors';
import type { Service } from '@luit/contracts/messages/message';
import { z } from 'zod';

/** A call in a request list. Property names are short because every call serializes and parses them. */
export const callMessage = z.object({
  /** Id of the call, unique per caller. */
  i: z.string(),
  /** Name of the contract. */
  n: z.string(),
  /** The request. */
  d: z.unknown().optional(),
  /** Deadline, in milliseconds since the Unix epoch on the clock of Redis. */
  x: z.number(),
  /** Key of the caller's reply list. */
  r: z.string(),
  /** Correlation id. */
  c: z.string().optional(),
  /** W3C traceparent, if a trace is being recorded. */
  t: z.string().optional(),
});
export type CallMessage = z.infer<typeof callMessage>;

export type ReplyMessage = { i: string; ok: unknown } | { i: string; err: ErrorWire };

/** `JSON.stringify` omits an undefined response. */
export const replyMessage = z.object({ i: z.string(), ok: z.unknown().optional(), err: z.unknown().optional() });

/** Maximum length of a request list. Further calls fail as `unavailable`. */
export const MAX_WAITING = 5_000;

/** Time to live of a reply list, which removes the lists of callers that crashed. */
export const REPLY_TTL_MS = 60_000;

/** Maximum number of messages that one read takes from a list. */
export const BATCH = 64;

/**
 * Key of the list of calls from one caller to one service. The ACL of Redis decides who can write to it, so it identifies the caller.
 *
 * The service in braces is the reader: a process reads several lists with one command, so they must share a slot of a Redis Cluster.
 */
export function requestList(service: Service, caller: Service): string {
  return `luit:calls:{${service}}:${caller}`;
}

/** Key with which a caller finds the cluster node of its list of calls to a service. Nothing is stored there. */
export function requestRoute(service: Service, caller: Service): string {
  return `luit:call-route:{${service}}:${caller}`;
}

/** Prefix of the keys of a service's reply lists. */
export function replyLists(caller: Service): string {
  return `luit:replies:{${caller}}:`;
}

/** @param processId unique per start of a process */
export function replyList(caller: Service, processId: string): string {
  return `${replyLists(caller)}${processId}`;
}

/** Prefix of the keys of a service's stop lists. A process ends its own blocking read by pushing to its stop list. */
export function stopLists(service: Service): string {
  return `luit:stop:{${service}}:`;
}
