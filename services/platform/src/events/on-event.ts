import type { EventContract } from '@luit/contracts/messages/message';
import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export const HANDLES_EVENT = 'luit:handles-event';

export interface EventInfo {
  id: string;
}

type EventHandler<Payload> = (payload: Payload, manager: EntityManager, info: EventInfo) => Promise<void>;

/**
 * Marks the one method of this service that handles an event. In a service with a database the method runs in a transaction,
 * `manager`, which also stores the event's id in the inbox, so that the event takes effect once.
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
