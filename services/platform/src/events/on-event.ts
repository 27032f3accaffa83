import type { EventContract } from '@luit/contracts/messages/message';
import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export const HANDLES_EVENT = 'luit:handles-event';
export const HANDLES_BATCHED_EVENT = 'luit:handles-batched-event';

export interface EventInfo {
  id: string;
}

type BatchedEventHandler<Payload> = (payload: Payload, info: EventInfo) => Promise<void>;
type EventHandler<Payload> = (payload: Payload, manager: EntityManager, info: EventInfo) => Promise<void>;

/**
 * Marks the one method of this service that handles an event, or several with the same payload. In a service with a database the method runs in a transaction,
 * `manager`, which also stores the event's id in the inbox, so that the event takes effect once.
 */
export function OnEvent<Payload>(...contracts: EventContract<Payload>[]) {
  return <Method extends EventHandler<Payload>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLES_EVENT, contracts)(descriptor.value as unknown as () => unknown);
  };
}

/**
 * Marks the one method of this service that handles an event without a transaction around it, so that concurrent events can
 * share a statement (`Batcher`). The statement that makes the event take effect stores its id in the inbox.
 */
export function OnBatchedEvent<Payload>(contract: EventContract<Payload>) {
  return <Method extends BatchedEventHandler<Payload>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLES_BATCHED_EVENT, contract)(descriptor.value as unknown as () => unknown);
  };
}
