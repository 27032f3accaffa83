import { mayCall } from '@luit/contracts/registry/callers';
import { isErrorWire, LuitError } from '@luit/contracts/errors';
import { type CallContract, ownerOf, type Service } from '@luit/contracts/messages/message';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { SpanKind } from '@opentelemetry/api';
import { correlationId } from '../tracing/correlation';
import type { RedisClock } from '../redis/redis-clock';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { parseRedisMessage } from '../redis/redis-messages';
import { countRefusedWrite } from '../errors/refused-writes';
import { inSpan, traceparent } from '../tracing/tracing';
import { unavailable } from '../errors/errors';
import { ListReader } from './list-reader';
import { TickBatcher } from './tick-batcher';
import {
  BATCH,
  type CallMessage,
  MAX_WAITING,
  replyList,
  replyMessage,
  requestList,
  requestRoute,
  stopLists,
} from './wire';

/**
 * Pushes as many messages as the list has room for and returns their number, so that callers of an overloaded service fail
 * immediately. The list is an argument, because Redis requires read permission for declared keys, and callers can only write. The
 * declared key leads to the cluster node of the list.
 */
const PUSH_BOUNDED = `
local count = math.min(#ARGV - 2, tonumber(ARGV[2]) - redis.call('LLEN', ARGV[1]))
if count <= 0 then return 0 end
redis.call('RPUSH', ARGV[1], unpack(ARGV, 3, count + 2))
return count`;

/** Lua can pass at most about 8,000 arguments to a command. */
const MAX_PUSHED = 1_000;

interface BoundedRedis extends Redis {
  pushBounded(route: string, list: string, max: number, ...messages: string[]): Promise<number>;
}

interface Outgoing {
  id: string;
  name: string;
  message: string;
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: LuitError) => void;
  timer: NodeJS.Timeout;
}

/** Calls other services. Every call settles by its deadline with a response, the service's error, or `unavailable`. */
export class CallClient {
  private readonly log = new Logger(CallClient.name);
  private readonly pushing: BoundedRedis;
  private readonly reading: Redis;
  private readonly reader: ListReader;
  private readonly requests = new TickBatcher<Outgoing>((service, requests) => this.push(service as Service, requests));
  private readonly replies: string;
  private readonly waiting = new Map<string, Waiting>();
  private nextId = 0;

  constructor(
    redisUrl: string,
    private readonly caller: Service,
    instance: string,
    private readonly clock: RedisClock,
  ) {
    // The instance name alone would let a restarted process receive replies to its predecessor.
    this.replies = replyList(caller, `${instance}:${randomUUID()}`);
    this.pushing = connectRedis(redisUrl, `${instance}:call-push`, {
      enableOfflineQueue: false,
      scripts: { pushBounded: { lua: PUSH_BOUNDED, numberOfKeys: 1 } },
    }) as BoundedRedis;
    this.reading = connectRedis(redisUrl, `${instance}:replies`);
    this.reader = new ListReader(
      this.reading,
      this.pushing,
      [this.replies],
      stopLists(caller),
      () => Promise.resolve(BATCH),
      (raw, list) => {
        const reply = parseRedisMessage(replyMessage, raw, list);
        if (reply) this.settle(reply);
      },
    );
  }

  async connect(): Promise<void> {
    if (this.pushing.status !== 'ready') await new Promise((resolve) => this.pushing.once('ready', resolve));
    this.reader.start();
  }

  async close(): Promise<void> {
    await this.reader.stop();
    for (const id of [...this.waiting.keys()]) this.fail(id, unavailable());
    await Promise.all([closeRedis(this.pushing), closeRedis(this.reading)]);
  }

  /** @throws LuitError the service's error, or `unavailable` if the service does not reply by the deadline */
  call<Request, Response>(contract: CallContract<Request, Response>, request: Request): Promise<Response> {
    const { name, timeoutMs } = contract;
    const traced = { kind: SpanKind.CLIENT, attributes: { 'rpc.system.name': 'luit', 'rpc.method': name } };
    return inSpan(`call ${name}`, traced, () =>
      this.request(ownerOf(contract), name, request, timeoutMs),
    ) as Promise<Response>;
  }

  private request(service: Service, name: string, data: unknown, timeoutMs: number): Promise<unknown> {
    if (!mayCall(this.caller, name)) {
      return Promise.reject(new Error(`${this.caller} is not allowed to call ${name}; see allowedCalls in contracts`));
    }
    if (this.pushing.status !== 'ready') return Promise.reject(unavailable());
    const id = String(this.nextId++);
    const message: CallMessage = {
      i: id,
      n: name,
      d: data,
      x: this.clock.now() + timeoutMs,
      r: this.replies,
      c: correlationId(),
      t: traceparent(),
    };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.onTimeout(id, name), timeoutMs);
      this.waiting.set(id, { resolve, reject, timer });
      this.requests.add(service, { id, name, message: JSON.stringify(message) });
    });
  }

  private push(service: Service, requests: Outgoing[]): void {
    const [route, list] = [requestRoute(service, this.caller), requestList(service, this.caller)];
    const [sent, further] = [requests.slice(0, MAX_PUSHED), requests.slice(MAX_PUSHED)];
    this.pushing.pushBounded(route, list, MAX_WAITING, ...sent.map(({ message }) => message)).then(
      (count) => this.failAll(sent.slice(count)),
      (error: Error) => {
        countRefusedWrite(error);
        this.log.warn({ msg: 'Sending calls failed', calls: sent.map(({ name }) => name), reason: error.message });
        this.failAll(sent);
      },
    );
    if (further.length > 0) this.push(service, further);
  }

  private failAll(requests: Outgoing[]): void {
    for (const { id } of requests) this.fail(id, unavailable());
  }

  private onTimeout(id: string, name: string): void {
    this.log.warn({ msg: 'Call timed out', call: name });
    this.fail(id, unavailable());
  }

  private settle({ i, ok, err }: z.infer<typeof replyMessage>): void {
    if (err === undefined) this.take(i)?.resolve(ok);
    else this.fail(i, isErrorWire(err) ? LuitError.fromWire(err) : unavailable());
  }

  private fail(id: string, error: LuitError): void {
    this.take(id)?.reject(error);
  }

  private take(id: string): Waiting | undefined {
    const waiting = this.waiting.get(id);
    if (!waiting) return undefined;
    clearTimeout(waiting.timer);
    this.waiting.delete(id);
    return waiting;
  }
}
