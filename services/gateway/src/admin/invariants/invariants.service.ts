import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { ownerOf } from '@luit/contracts/messages/message';
import type { InvariantStatus } from '@luit/contracts/operations/invariants';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';

const SCOREBOARDS = [billingCalls.listInvariants, generationCalls.listInvariants];

export interface Scores {
  items: (InvariantStatus & { service: string })[];
  /** Services that did not answer: what they look after is unknown, not well. */
  unavailable: string[];
}

@Injectable()
export class InvariantsService {
  private readonly log = new Logger(InvariantsService.name);

  constructor(private readonly calls: CallClient) {}

  /** Every service's scoreboard in one, by invariant; one that is silent does not hide the others. */
  async list(): Promise<Scores> {
    const scores: Scores = { items: [], unavailable: [] };
    await Promise.all(
      SCOREBOARDS.map(async (contract) => {
        const service = ownerOf(contract);
        try {
          const { invariants } = await this.calls.call(contract, {});
          scores.items.push(...invariants.map((score) => ({ ...score, service })));
        } catch (error) {
          this.log.warn({ msg: 'A scoreboard did not answer', service, reason: (error as Error).message });
          scores.unavailable.push(service);
        }
      }),
    );
    scores.items.sort((a, b) => `${a.invariant} ${a.name}`.localeCompare(`${b.invariant} ${b.name}`));
    return scores;
  }
}
