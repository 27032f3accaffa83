import { alertDestinationCalls } from '@luit/contracts/alerts/alert-destinations';
import { alertCalls } from '@luit/contracts/alerts/alerts';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { type CallContract, ownerOf } from '@luit/contracts/messages/message';
import { deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { startFakeService } from '@luit/platform/testing/services';

type Answer = (request: unknown) => unknown;

/** Fake services behind the gateway. They use the real call transport and return the responses that a test sets. */
export class TestServices {
  private readonly answers = new Map<string, Answer>();
  private readonly requests = new Map<string, unknown[]>();
  private fallback?: (name: string, request: unknown) => unknown;
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
    this.answers.set(contract.name, answer as Answer);
  }

  /** Answers all calls without a response of their own. */
  answerOthers(answer: (name: string, request: unknown) => unknown): void {
    this.fallback = answer;
  }

  /** Returns and clears the requests that the gateway sent with this call. */
  received<Request, Response>(contract: CallContract<Request, Response>): Request[] {
    const requests = this.requests.get(contract.name) ?? [];
    this.requests.set(contract.name, []);
    return requests as Request[];
  }

  /** Forgets all responses and requests. */
  forget(): void {
    this.answers.clear();
    this.requests.clear();
    this.fallback = undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.running.map((service) => service.close()));
  }

  private reply(name: string, request: unknown): unknown {
    this.requests.set(name, [...(this.requests.get(name) ?? []), request]);
    const answer = this.answers.get(name);
    if (!answer && this.fallback) return this.fallback(name, request);
    if (!answer) throw new Error(`No test response for ${name}`);
    return answer(request);
  }
}
