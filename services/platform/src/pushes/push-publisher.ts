import type { PushContract, Service } from '@luit/contracts/messages/message';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { TickBatcher } from '../calls/tick-batcher';
import { correlation, readCorrelation } from '../tracing/correlation';
import { encodePushes, pushChannel, type PushMessage } from './push-messages';

/**
 * Publishes pushes to the gateways without an outbox row, for updates that a later push or a client's next request makes up for. Call it
 * after the commit. The pushes of one tick of the event loop share a Redis message. They are lost if the process crashes before it sends
 * them.
 */
export class PushPublisher {
  private readonly log = new Logger(PushPublisher.name);
  private readonly channel: string;
  private readonly batches = new TickBatcher<PushMessage>((channel, pushes) => this.send(channel, pushes));

  constructor(
    service: Service,
    private readonly redis: Redis,
  ) {
    this.channel = pushChannel(service);
  }

  /**
   * Does not wait for Redis.
   *
   * @param cause its correlation id and trace, as outbox rows store them
   */
  publish<Payload>({ name }: PushContract<Payload>, payload: Payload, cause: string | null = correlation()): void {
    this.batches.add(this.channel, { name, payload, ...readCorrelation(cause) });
  }

  private send(channel: string, pushes: PushMessage[]): void {
    for (const message of encodePushes(pushes)) {
      this.redis
        .publish(channel, message)
        .catch((error: Error) => this.log.warn({ msg: 'Failed to publish pushes', reason: error.message }));
    }
  }
}
