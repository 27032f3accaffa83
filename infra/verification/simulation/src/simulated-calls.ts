import { LuitError } from '@luit/contracts/errors';
import { mayCall } from '@luit/contracts/registry/callers';
import { type CallContract, ownerOf, type Service } from '@luit/contracts/messages/message';
import { toLuitError, unavailable } from '@luit/platform/errors/errors';
import { correlationId, withCorrelation } from '@luit/platform/tracing/correlation';
import { NewestLeases } from './newest-leases';
import type { RedisJournal } from './redis-journal';
import { currentProcess, type SimulatedProcess } from './simulated-process';
import type { World } from './world';

type Answer = { ok: string | undefined } | { error: ReturnType<LuitError['toWire']> };

interface CallServer {
  owner: SimulatedProcess;
  answer(name: string, request: unknown): Promise<unknown>;
}

interface Call {
  from: SimulatedProcess;
  service: Service;
  name: string;
  request: string;
  deadline: number;
  correlation: string | undefined;
  reply(answer: Answer): void;
}

export interface CallFaults {
  losesRequest(): boolean;
  losesReply(): boolean;
  delayMs(): number;
}

/** The lists that carry calls between processes: at most once, within a deadline. */
export class SimulatedCalls {
  private readonly servers = new Map<string, CallServer[]>();
  private readonly leases = new NewestLeases();
  private waiting: Call[] = [];
  faults: CallFaults = { losesRequest: () => false, losesReply: () => false, delayMs: () => 0 };

  constructor(
    private readonly world: World,
    private readonly journal: RedisJournal,
  ) {}

  flush(): void {
    this.waiting = [];
  }

  serve(service: string, server: CallServer): void {
    const servers = (this.servers.get(service) ?? []).filter(({ owner }) => owner.isAlive);
    this.servers.set(service, [...servers, server]);
    for (const call of this.waiting.filter((one) => one.service === service)) this.offer(call);
  }

  /** @throws LuitError the service's error, or `unavailable` if the service does not reply by the deadline */
  call<Request, Response>(contract: CallContract<Request, Response>, request: Request): Promise<Response> {
    const from = currentProcess()!;
    const { name, timeoutMs } = contract;
    if (!mayCall(from.service as Service, name)) throw new Error(`${from.service} is not allowed to call ${name}`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(unavailable()), timeoutMs);
      const call: Call = {
        from,
        service: ownerOf(contract),
        name,
        request: JSON.stringify(request),
        deadline: this.world.now + timeoutMs,
        correlation: correlationId(),
        reply: (answer) => {
          clearTimeout(timer);
          if ('error' in answer) reject(LuitError.fromWire(answer.error));
          else resolve((answer.ok === undefined ? undefined : JSON.parse(answer.ok)) as Response);
        },
      };
      this.world.operation(`call ${name}`, () => this.send(call)).catch(reject);
    });
  }

  private send(call: Call): void {
    if (this.faults.losesRequest()) {
      this.world.log('redis', `FAULT: loses the request of ${call.from.name}: ${call.name}`);
      return;
    }
    this.waiting.push(call);
    this.journal.record(() => this.remove(call));
    this.offer(call, this.faults.delayMs());
  }

  private offer(call: Call, delayMs = 0): void {
    this.world.after(delayMs, `deliver ${call.name}`, () => this.deliver(call));
  }

  private deliver(call: Call): void {
    const server = this.world.pickReceiver(this.servers.get(call.service) ?? []);
    if (!this.waiting.includes(call) || !server) return;
    if (server.owner.frozenUntil > this.world.now) {
      this.offer(call, server.owner.frozenUntil - this.world.now);
      return;
    }
    this.remove(call);
    this.journal.record(() => this.returnToList(call));
    const remainingMs = call.deadline - this.world.now;
    if (remainingMs < 0) return;
    this.world.log(server.owner.name, `serves ${call.name} of ${call.from.name}: ${call.request}`);
    void server.owner.run(() =>
      withCorrelation(call.correlation, () => this.answer(server, call), performance.now() + remainingMs),
    );
  }

  private remove(call: Call): void {
    this.waiting = this.waiting.filter((other) => other !== call);
  }

  private returnToList(call: Call): void {
    this.waiting.push(call);
    this.offer(call);
  }

  private async answer(server: CallServer, call: Call): Promise<void> {
    let answer: Answer;
    const request: unknown = JSON.parse(call.request);
    const isOutdated = this.leases.isOutdatedReport(call.name, request);
    try {
      const result = await server.answer(call.name, request);
      this.leases.learn(call.name, request, result);
      if (isOutdated) this.world.problems.push(`${call.name} was accepted under an older lease: ${call.request}`);
      answer = { ok: JSON.stringify(result) };
    } catch (error) {
      const known = toLuitError(error);
      if (known.code === 'internal_error')
        this.world.problems.push(`${call.name} failed with an internal error: ${(error as Error).message}`);
      answer = { error: known.toWire() };
      this.world.log(server.owner.name, `refuses ${call.name}: ${(error as Error).message}`);
    }
    await this.world.operation(`reply to ${call.name}`, () => {
      if (this.faults.losesReply()) {
        this.world.log('redis', `FAULT: loses the reply to ${call.from.name}: ${call.name}`);
        return;
      }
      const receive = (): void => call.from.run(() => call.reply(answer));
      this.world.after(this.faults.delayMs(), `reply to ${call.name}`, receive, call.from);
    });
  }
}
