import { callersOf, mayCall } from '@luit/contracts/registry/callers';
import type { Service } from '@luit/contracts/messages/message';
import { Logger } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { Redis } from 'ioredis';
import { withCorrelation } from '../tracing/correlation';
import { countRefusedWrite } from '../errors/refused-writes';
import { callDuration, callsDropped } from '../metrics/metrics';
import type { RedisClock } from '../redis/redis-clock';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { parseRedisMessage } from '../redis/redis-messages';
import { recordSecurityEvent } from '../metrics/security-events';
import { annotateSpan, continueTrace, inSpan } from '../tracing/tracing';
import { ListReader } from './list-reader';
import { TickBatcher } from './tick-batcher';
import {
  BATCH,
  type CallMessage,
  callMessage,
  type ReplyMessage,
  REPLY_TTL_MS,
  replyLists,
  requestList,
  stopLists,
} from './wire';
import { accountOf } from '@luit/contracts/messages/account-of';
import type { CallHandlers } from './call-handlers';
import { ACCOUNT_BUSY_TEXT, toLuitError, unavailable } from '../errors/errors';

const MAX_CONCURRENT = 256;
/** Concurrent calls about one account. Calls about other accounts always get through, however long these wait. */
const MAX_PER_ACCOUNT = 192;

/** Handles calls from the request lists of a service's callers, each at most once, and drops calls past their deadline. */
export class CallServer {
  private readonly log = new Logger(CallServer.name);
  private readonly reading: Redis;
  private readonly replying: Redis;
  private readonly replies = new TickBatcher<ReplyMessage>((list, replies) => void this.push(list, replies));
  private readonly reader: ListReader;
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  private onFree?: () => void;

  constructor(
    private readonly service: Service,
    private readonly handlers: CallHandlers,
    redisUrl: string,
    instance: string,
    private readonly clock: RedisClock,
  ) {
    this.reading = connectRedis(redisUrl, `${instance}:calls`);
    this.replying = connectRedis(redisUrl, `${instance}:call-replies`);
    const callers = new Map(callersOf(service).map((caller) => [requestList(service, caller), caller]));
    this.reader = new ListReader(
      this.reading,
      this.replying,
      [...callers.keys()],
      stopLists(service),
      () => this.freeSlots(),
      (raw, list) => {
        const message = parseRedisMessage(callMessage, raw, list);
        if (message) this.admit(message, callers.get(list));
      },
    );
  }

  start(): void {
    this.reader.start();
  }

  async close(): Promise<void> {
    await this.reader.stop();
    while (this.running > 0) await this.untilOneEnds();
    this.replies.flush();
    await Promise.all([closeRedis(this.reading), closeRedis(this.replying)]);
  }

  private async freeSlots(): Promise<number> {
    if (this.running >= MAX_CONCURRENT) await this.untilOneEnds();
    return Math.min(BATCH, MAX_CONCURRENT - this.running);
  }

  private untilOneEnds(): Promise<void> {
    return new Promise((resolve) => {
      const earlier = this.onFree;
      this.onFree = () => {
        earlier?.();
        resolve();
      };
    });
  }

  /** The list identifies the caller. A call is rejected if its caller is not allowed to make it or names another reply list. */
  private admit(message: CallMessage, caller: Service | undefined): void {
    const isAllowed = caller && mayCall(caller, message.n) && message.r.startsWith(replyLists(caller));
    if (isAllowed) void this.serve(message);
    else recordSecurityEvent('call_refused', { service: this.service, caller, call: message.n });
  }

  private async serve(message: CallMessage): Promise<void> {
    const remainingMs = message.x - this.clock.now();
    if (remainingMs < 0) {
      callsDropped.inc({ call: message.n });
      return;
    }
    const account = accountOf(message.d);
    const running = account === undefined ? 0 : (this.runningOf.get(account) ?? 0);
    if (running >= MAX_PER_ACCOUNT) {
      this.replies.add(message.r, { i: message.i, err: unavailable(ACCOUNT_BUSY_TEXT).toWire() });
      return;
    }
    this.running += 1;
    this.count(account, 1);
    const stopTimer = callDuration.startTimer({ call: message.n });
    const answer = () => continueTrace(message.t, () => this.traced(message));
    const about = { account, isForOperators: this.handlers.isForOperators(message.n) };
    const reply = await withCorrelation(message.c, answer, performance.now() + remainingMs, about);
    stopTimer({ outcome: 'ok' in reply ? 'ok' : reply.err.code });
    this.replies.add(message.r, reply);
    this.running -= 1;
    this.count(account, -1);
    this.onFree?.();
    this.onFree = undefined;
  }

  private count(account: string | undefined, change: 1 | -1): void {
    if (account === undefined) return;
    const running = (this.runningOf.get(account) ?? 0) + change;
    if (running === 0) this.runningOf.delete(account);
    else this.runningOf.set(account, running);
  }

  private async push(list: string, replies: ReplyMessage[]): Promise<void> {
    const texts = replies.map((reply) => JSON.stringify(reply));
    try {
      const results = await this.replying
        .pipeline()
        .rpush(list, ...texts)
        .pexpire(list, REPLY_TTL_MS)
        .exec();
      for (const [error] of results ?? []) if (error) throw error;
    } catch (error) {
      countRefusedWrite(error);
      this.log.warn({ msg: 'Sending replies failed', list, reason: (error as Error).message });
    }
  }

  private traced(message: CallMessage): Promise<ReplyMessage> {
    const traced = { kind: SpanKind.SERVER, attributes: { 'rpc.system.name': 'luit', 'rpc.method': message.n } };
    return inSpan(message.n, traced, async () => {
      const reply = await this.answer(message);
      if ('err' in reply) annotateSpan({ 'error.type': reply.err.code }, reply.err.code === 'internal_error');
      return reply;
    });
  }

  private async answer(message: CallMessage): Promise<ReplyMessage> {
    try {
      return { i: message.i, ok: await this.handlers.answer(message.n, message.d) };
    } catch (error) {
      const known = toLuitError(error);
      if (known.code === 'internal_error') this.log.error({ msg: 'Call failed', call: message.n, err: error });
      return { i: message.i, err: known.toWire() };
    }
  }
}
