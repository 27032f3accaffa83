import type { CallContract } from '@luit/contracts/messages/message';
import { MessagePattern } from '@nestjs/microservices';

type Handler<Request, Response> = (request: Request) => Promise<Response> | Response;

/** Marks the one method that answers a call. Its types match the contract, whose schema has parsed the request. */
export function OnCall<Request, Response>(contract: CallContract<Request, Response>) {
  return <Method extends Handler<Request, Response>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    MessagePattern(contract.name, { contract })(target, key, descriptor as PropertyDescriptor);
  };
}
