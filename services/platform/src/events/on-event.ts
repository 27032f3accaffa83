import type { EventContract } from '@luit/contracts/messages/message';
import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export const HANDLES_EVENT = 'luit:handles-event';

export interface EventInfo {
  id: string;
}

type EventHandler<Payload> = (payload: Payload, manager: EntityManager, info: EventInfo) => Promise<void>;

/**
 * Marks the one method that handles an event in this service. In a service with a database it runs in a transaction
 * that also remembers the event's id, so it takes effect once; `manager` is that transaction.
 */
export function OnEvent<Payload>(contract: EventContract<Payload>) {
  return <Method extends EventHandler<Payload>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLES_EVENT, contract)(descriptor.value as unknown as () => unknown);
  };
}
