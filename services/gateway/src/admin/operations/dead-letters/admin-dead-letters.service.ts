import { LuitError } from '@luit/contracts/errors';
import {
  DEAD_LETTER_SERVICES,
  type DeadLetter,
  deadLetter,
  deadLetterCalls,
  type DeadLettersQuery,
} from '@luit/contracts/operations/dead-letters';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { z } from 'zod';
import type { ReasonDto } from '../../reason.dto';
import type { Identity } from '../../../access/identities/token.strategy';

type DeadLetterService = (typeof DEAD_LETTER_SERVICES)[number];

export const deadLetterPage = z.object({
  items: z.array(deadLetter.extend({ service: z.enum(DEAD_LETTER_SERVICES) })),
  total: z.int(),
  /** Only the newest are listed. */
  nextCursor: z.null(),
  /** Services that did not answer; their dead letters are missing. */
  unavailable: z.array(z.string()),
});
type DeadLetterPage = z.infer<typeof deadLetterPage>;

/** Messages of all services that could not be published or handled. */
@Injectable()
export class AdminDeadLettersService {
  private readonly log = new Logger(AdminDeadLettersService.name);

  constructor(private readonly calls: CallClient) {}

  /** The newest of all services. A service that does not answer is listed in `unavailable`. */
  async list({ limit, service: only }: DeadLettersQuery): Promise<DeadLetterPage> {
    const services = DEAD_LETTER_SERVICES.filter((service) => !only || service === only);
    const page: DeadLetterPage = { items: [], total: 0, nextCursor: null, unavailable: [] };
    await Promise.all(
      services.map(async (service) => {
        try {
          const { items, total } = await this.calls.call(deadLetterCalls[service].list, { limit });
          page.items.push(...items.map((letter: DeadLetter) => ({ ...letter, service })));
          page.total += total;
        } catch (error) {
          this.log.warn({ msg: 'Dead letters unavailable', service, reason: (error as Error).message });
          page.unavailable.push(service);
        }
      }),
    );
    page.items.sort((a, b) => b.setAsideAt.localeCompare(a.setAsideAt));
    return { ...page, items: page.items.slice(0, limit) };
  }

  /** @throws LuitError `not_found`, `conflict` */
  async decide(
    decision: 'replay' | 'discard',
    { service, id }: { service: string; id: string },
    { reason }: ReasonDto,
    admin: Identity,
  ): Promise<{ message: string }> {
    if (!isDeadLetterService(service) || !isUUID(id)) throw new LuitError('not_found', 'Message not found.');
    await this.calls.call(deadLetterCalls[service][decision], { id, adminId: admin.id, reason });
    return { message: decision === 'replay' ? 'The message is being replayed' : 'The message has been discarded' };
  }
}

function isDeadLetterService(name: string): name is DeadLetterService {
  return (DEAD_LETTER_SERVICES as readonly string[]).includes(name);
}
