import type { PushContract } from '@luit/contracts/messages/message';
import { SetMetadata } from '@nestjs/common';

export const HANDLES_PUSH = 'luit:handles-push';

/** Marks the one method of the gateway that handles a push. Every replica receives every push; a failed one is not repeated. */
export function OnPush<Payload>(contract: PushContract<Payload>) {
  return <Method extends (payload: Payload) => void | Promise<void>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLES_PUSH, contract)(descriptor.value as unknown as () => unknown);
  };
}
