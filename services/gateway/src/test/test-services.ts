import { alertDestinationCalls } from '@luit/contracts/alerts/alert-destinations';
import { alertCalls } from '@luit/contracts/alerts/alerts';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { type CallContract, ownerOf } from '@luit/contracts/messages/message';
import { deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { startFakeService } from '@luit/platform/testing/services';

declare global {
  // `jest-environment.mjs` sets it.
  var runningTest: object | undefined;
}

type Answer = (request: unknown) => unknown;
type Fallback = (name: string, request: unknown) => unknown;

class Answers {
  readonly byCall = new Map<string, Answer>();
  fallback?: Fallback;
}

/**
 * Fake services behind the gateway. They use the real call transport and return the responses that a spec sets. A response
 * set in a test lasts until that test ends, one set in `beforeAll` until the end. Requests are those of the running test.
 */
export class TestServices {
  private readonly lasting = new Answers();
  private ofTest = new Answers();
  private readonly requests = new Map<string, unknown[]>();
  private test?: object;
  private running: { close(): Promise<void> }[] = [];

  async start(redisUrl: string): Promise<void> {
    const contracts = [
      ...[authCalls, alertCalls, alertDestinationCalls, billingCalls, generationCalls, operationsCalls],
      ...Object.values(deadLetterCalls),
    ].flatMap((group) => Object.values<CallContract<unknown, unknown>>(group));
    this.running = await Promise.all(
      (['auth', 'billing', 'generation'] as const).map((service) => {
        const own = contracts.filter((contract) => ownerOf(contract) === service);
        const handlers = own.map(({ name }) => [name, (request: unknown) => this.reply(name, request)] as const);
        return startFakeService(service, redisUrl, Object.fromEntries(handlers));
      }),
    );
  }

  answer<Request, Response>(
    contract: CallContract<Request, Response>,
    answer: (request: Request) => Response | Promise<Response>,
  ): void {
    this.settable().byCall.set(contract.name, answer as Answer);
  }

  /** Answers all calls without a response of their own. */
  answerOthers(answer: Fallback): void {
    this.settable().fallback = answer;
  }

  /** Returns and clears the requests that the gateway sent with this call. */
  received<Request, Response>(contract: CallContract<Request, Response>): Request[] {
    this.forgetEarlierTest();
    const requests = this.requests.get(contract.name) ?? [];
    this.requests.set(contract.name, []);
    return requests as Request[];
  }

  async close(): Promise<void> {
    await Promise.all(this.running.map((service) => service.close()));
  }

  private reply(name: string, request: unknown): unknown {
    this.forgetEarlierTest();
    this.requests.set(name, [...(this.requests.get(name) ?? []), request]);
    const answer = this.ofTest.byCall.get(name) ?? this.lasting.byCall.get(name);
    if (answer) return answer(request);
    const fallback = this.ofTest.fallback ?? this.lasting.fallback;
    if (!fallback) throw new Error(`No test response for ${name}`);
    return fallback(name, request);
  }

  private settable(): Answers {
    this.forgetEarlierTest();
    return globalThis.runningTest ? this.ofTest : this.lasting;
  }

  private forgetEarlierTest(): void {
    if (this.test === globalThis.runningTest) return;
    this.test = globalThis.runningTest;
    this.ofTest = new Answers();
    this.requests.clear();
  }
}
