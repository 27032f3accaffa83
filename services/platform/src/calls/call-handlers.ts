import { type CallContract, ownerOf, type Service } from '@luit/contracts/messages/message';
import { parseMessage } from '@luit/contracts/messages/parse-message';
import { assertSchemas } from '@luit/contracts/registry/registry';

type Contract = CallContract<unknown, unknown>;
type Method = (request: never) => unknown;

/** The methods of a process that handle the calls of its service. */
export class CallHandlers {
  private readonly handlers = new Map<string, { contract: Contract; method: Method }>();

  /** @throws Error for a second handler of the same call, and for a contract without a schema */
  constructor(
    private readonly service: Service,
    marked: { mark: Contract[]; method: Method }[],
  ) {
    for (const { mark, method } of marked) {
      for (const contract of mark.filter((one) => ownerOf(one) === service)) {
        if (this.handlers.has(contract.name)) throw new Error(`Two handlers for ${contract.name}`);
        assertSchemas([contract]);
        this.handlers.set(contract.name, { contract, method });
      }
    }
  }

  names(): string[] {
    return [...this.handlers.keys()];
  }

  isForOperators(name: string): boolean {
    return this.handlers.get(name)?.contract.isForOperators ?? false;
  }

  /** @throws LuitError `validation_failed`, or the handler's error */
  async answer(name: string, request: unknown): Promise<unknown> {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`${this.service} has no handler for ${name}`);
    const response = await handler.method(parseMessage(handler.contract.input, request) as never);
    return response === undefined ? {} : response;
  }
}
