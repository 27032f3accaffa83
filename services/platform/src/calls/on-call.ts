import type { CallContract } from '@luit/contracts/messages/message';
import { SetMetadata } from '@nestjs/common';

export const HANDLES_CALL = 'luit:handles-call';

type Answer<Response> = Response | (Record<string, never> extends Response ? void : never);
type Handler<Request, Response> = (request: Request) => Promise<Answer<Response>> | Answer<Response>;

/**
 * Marks the one method that handles a call. It receives the request after it was parsed with the contract's schema. If it returns nothing,
 * the answer is an empty object. A method that every service has lists the contracts of all services; the contract of the service that runs
 * it applies.
 */
export function OnCall<Request, Response>(...contracts: CallContract<Request, Response>[]) {
  return <Method extends Handler<Request, Response>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLES_CALL, contracts)(descriptor.value as unknown as () => unknown);
  };
}
