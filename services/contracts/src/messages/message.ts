/** Every process that owns calls, events or jobs. */
export type Service = 'auth' | 'billing' | 'generation' | 'worker' | 'gateway';

/**
 * A request to one service, answered within a deadline, delivered at most once.
 * A call that changes something carries its own idempotency key in the request, so that asking again is safe.
 */
export interface CallContract<Request, Response> {
  readonly kind: 'call';
  readonly name: `${Service}.${string}`;
  /** Milliseconds until the caller gives up and the service drops the call unread. */
  readonly timeoutMs: number;
  readonly types?: { request: Request; response: Response };
}

/** Something that became true, delivered at least once to each subscribing service; handlers are idempotent by event id. */
export interface EventContract<Payload> {
  readonly kind: 'event';
  readonly name: `${Service}.${string}`;
  readonly subscribers: readonly Service[];
  readonly types?: { payload: Payload };
}

/** Work for a queue. The payload is an id alone: Postgres owns the truth, the queue only delivers the id. */
export interface JobContract {
  readonly kind: 'job';
  /** Also the name of the queue. */
  readonly name: string;
  readonly owner: Service;
}

/** A hint to every replica that may be lost; whoever needs certainty asks. */
export interface BroadcastContract<Payload> {
  readonly kind: 'broadcast';
  readonly name: `${Service}.${string}`;
  readonly types?: { payload: Payload };
}

export interface JobPayload {
  id: string;
}

const DEFAULT_CALL_TIMEOUT_MS = 5_000;

export function call<Request, Response>(
  name: CallContract<Request, Response>['name'],
  options: { timeoutMs?: number } = {},
): CallContract<Request, Response> {
  return { kind: 'call', name, timeoutMs: options.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS };
}

export function event<Payload>(
  name: EventContract<Payload>['name'],
  subscribers: readonly Service[],
): EventContract<Payload> {
  return { kind: 'event', name, subscribers };
}

export function job(name: string, owner: Service): JobContract {
  return { kind: 'job', name, owner };
}

export function broadcast<Payload>(name: BroadcastContract<Payload>['name']): BroadcastContract<Payload> {
  return { kind: 'broadcast', name };
}

/** The service that answers a call, or that makes an event true. */
export function ownerOf(contract: { name: string }): Service {
  return contract.name.slice(0, contract.name.indexOf('.')) as Service;
}
