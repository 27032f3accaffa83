import { z } from 'zod';

/** Every process that owns calls, events or jobs. */
export type Service = StoringService | 'worker' | 'gateway';

/** The services with a database. Only they publish and receive events: their inboxes prove which events were handled. */
export type StoringService = 'auth' | 'billing' | 'generation';

/**
 * A request to one service, answered within a deadline, delivered at most once.
 * A call that changes something carries its own idempotency key in the request, so that a repeated call is safe.
 */
export interface CallContract<Request, Response> {
  readonly kind: 'call';
  readonly name: `${Service}.${string}`;
  /** Milliseconds until the caller gives up and the service drops the call unread. */
  readonly timeoutMs: number;
  /** A list or report of operators about many accounts. Together they get a share of the service's connections only. */
  readonly isForOperators: boolean;
  /** Parsed by the service before its handler runs. */
  readonly input: z.ZodType;
  readonly output: z.ZodType<Response>;
  readonly types?: { request: Request; response: Response };
}

/** The input of a call's handler: the parsed request. */
export type RequestOf<Contract> = Contract extends CallContract<infer Request, unknown> ? Request : never;
export type ResponseOf<Contract> = Contract extends CallContract<unknown, infer Response> ? Response : never;

/** A fact, delivered at least once to each subscribing service; handlers are idempotent by event id. */
export interface EventContract<Payload> {
  readonly kind: 'event';
  readonly name: `${Service}.${string}`;
  readonly subscribers: readonly StoringService[];
  /** Parsed by each subscriber before its handler runs. */
  readonly payload: z.ZodType;
  readonly types?: { payload: Payload };
}

/**
 * An update for browsers, delivered to every replica of the gateway. It is published directly, or through the outbox if it should outlast a
 * crash of the publisher. A gateway that is not listening misses it; its clients then request the updates that they missed.
 */
export interface PushContract<Payload> {
  readonly kind: 'push';
  readonly name: `${Service}.${string}`;
  /** Parsed by the gateway before its handler runs. */
  readonly payload: z.ZodType;
  readonly types?: { payload: Payload };
}

/** Work for a queue. The payload is an id alone: Postgres owns the truth, the queue only delivers the id. */
export interface JobContract {
  readonly kind: 'job';
  /** The name of the job is also the name of its queue. */
  readonly name: string;
  readonly owner: Service;
  /** The service whose rows determine which jobs must exist. It enqueues them again if Redis has lost their entries. */
  readonly reconciledBy: StoringService;
  readonly payload: z.ZodType;
}

/** A hint to every replica that may be lost; a subscriber that needs certainty makes a call. */
export interface BroadcastContract<Payload> {
  readonly kind: 'broadcast';
  readonly name: `${Service}.${string}`;
  readonly payload: z.ZodType;
  readonly types?: { payload: Payload };
}

const jobPayload = z.object({ id: z.string().min(1) });
export type JobPayload = z.infer<typeof jobPayload>;

const DEFAULT_CALL_TIMEOUT_MS = 5_000;

export function call<Request, Response>(
  name: CallContract<Request, Response>['name'],
  {
    input,
    output,
    timeoutMs = DEFAULT_CALL_TIMEOUT_MS,
    isForOperators = false,
  }: { input: z.ZodType<Request>; output: z.ZodType<Response>; timeoutMs?: number; isForOperators?: boolean },
): CallContract<Request, Response> {
  return { kind: 'call', name, timeoutMs, isForOperators, input, output };
}

export function event<Payload>(
  name: EventContract<Payload>['name'],
  subscribers: readonly StoringService[],
  payload: z.ZodType<Payload>,
): EventContract<Payload> {
  return { kind: 'event', name, subscribers, payload };
}

export function push<Payload>(name: PushContract<Payload>['name'], payload: z.ZodType<Payload>): PushContract<Payload> {
  return { kind: 'push', name, payload };
}

export function job(name: string, owner: Service, reconciledBy: StoringService): JobContract {
  return { kind: 'job', name, owner, reconciledBy, payload: jobPayload };
}

export function broadcast<Payload>(
  name: BroadcastContract<Payload>['name'],
  payload: z.ZodType<Payload>,
): BroadcastContract<Payload> {
  return { kind: 'broadcast', name, payload };
}

/** The service that answers a call, or publishes an event, push or broadcast. */
export function ownerOf(contract: { name: string }): Service {
  return contract.name.slice(0, contract.name.indexOf('.')) as Service;
}
