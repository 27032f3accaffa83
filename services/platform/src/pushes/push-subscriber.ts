import { ownerOf, type PushContract } from '@luit/contracts/messages/message';
import { parseMessage } from '@luit/contracts/messages/parse-message';
import { Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { withCorrelation } from '../tracing/correlation';
import { messageDuration } from '../metrics/metrics';
import type { MarkedMethods } from '../marked-methods';
import type { RedisSubscriber } from '../redis/redis-subscriber';
import { continueTrace, inSpan } from '../tracing/tracing';
import { HANDLES_PUSH } from './on-push';
import { decodePushes, pushChannel, type PushMessage } from './push-messages';

interface PushHandler {
  contract: PushContract<unknown>;
  method: (payload: unknown) => void | Promise<void>;
}

/** Receives pushes of other services and passes them to the methods marked with `@OnPush`. */
export class PushSubscriber implements OnModuleInit, OnApplicationBootstrap {
  private readonly log = new Logger(PushSubscriber.name);
  private readonly handlers = new Map<string, PushHandler>();

  constructor(
    /** Pushes that are published while it is disconnected are lost. */
    readonly subscriber: RedisSubscriber,
    private readonly marked: MarkedMethods,
  ) {}

  /** Names of the pushes that have a handler. */
  discovered(): string[] {
    return [...this.handlers.keys()];
  }

  /** @throws Error if two methods handle the same push */
  onModuleInit(): void {
    for (const { mark, method } of this.marked.find<PushContract<unknown>>(HANDLES_PUSH)) {
      if (this.handlers.has(mark.name)) throw new Error(`Two handlers for ${mark.name}`);
      this.handlers.set(mark.name, { contract: mark, method: method as PushHandler['method'] });
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    const publishers = new Set([...this.handlers.values()].map(({ contract }) => ownerOf(contract)));
    for (const publisher of publishers) {
      const channel = pushChannel(publisher);
      await this.subscriber.subscribe(channel, (message) => {
        for (const push of decodePushes(message, channel)) if (ownerOf(push) === publisher) void this.deliver(push);
      });
    }
  }

  private async deliver(push: PushMessage): Promise<void> {
    // Only a newer release declares a push without a handler.
    const handler = this.handlers.get(push.name);
    if (!handler) return;
    const stopTimer = messageDuration.startTimer({ kind: 'push', name: push.name });
    const traced = { kind: SpanKind.CONSUMER, attributes: { 'messaging.system': 'redis' } };
    try {
      await withCorrelation(push.correlationId, () =>
        continueTrace(push.traceparent, () =>
          inSpan(`push ${push.name}`, traced, async () =>
            handler.method(parseMessage(handler.contract.payload, push.payload)),
          ),
        ),
      );
      stopTimer({ outcome: 'ok' });
    } catch (error) {
      stopTimer({ outcome: 'error' });
      this.log.error({ msg: 'Push handler failed', push: push.name, err: error });
    }
  }
}
