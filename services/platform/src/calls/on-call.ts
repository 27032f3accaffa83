import type { CallContract } from '@luit/contracts/messages/message';
import { MessagePattern } from '@nestjs/microservices';

type Handler<Request, Response> = (request: Request) => Promise<Response> | Response;

/** Marks the one method that handles a call. It receives the request after it was parsed with the contract's schema. */
export function OnCall<Request, Response>(contract: CallContract<Request, Response>) {
  return <Method extends Handler<Request, Response>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    MessagePattern(contract.name, { contract })(target, key, descriptor as PropertyDescriptor);
  };
}
