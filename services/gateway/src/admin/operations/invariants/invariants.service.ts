import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { ownerOf } from '@luit/contracts/messages/message';
import { invariantStatus } from '@luit/contracts/messages/invariants';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';

const SCOREBOARDS = [billingCalls.listInvariants, generationCalls.listInvariants];

export const invariantOverview = z.object({
  items: z.array(invariantStatus.extend({ service: z.string() })),
  /** Services that did not answer; the state of their invariants is unknown. */
  unavailable: z.array(z.string()),
});
type InvariantOverview = z.infer<typeof invariantOverview>;

@Injectable()
export class InvariantsService {
  private readonly log = new Logger(InvariantsService.name);

  constructor(private readonly calls: CallClient) {}

  /** Merges the invariants of all services, sorted by invariant. A service that does not answer is listed in `unavailable`. */
  async list(): Promise<InvariantOverview> {
    const scores: InvariantOverview = { items: [], unavailable: [] };
    await Promise.all(
      SCOREBOARDS.map(async (contract) => {
        const service = ownerOf(contract);
        try {
          const { invariants } = await this.calls.call(contract, {});
          scores.items.push(...invariants.map((score) => ({ ...score, service })));
        } catch (error) {
          this.log.warn({ msg: 'Invariant statuses unavailable', service, reason: (error as Error).message });
          scores.unavailable.push(service);
        }
      }),
    );
    scores.items.sort((a, b) => `${a.invariant} ${a.name}`.localeCompare(`${b.invariant} ${b.name}`));
    return scores;
  }
}
