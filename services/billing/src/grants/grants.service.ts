import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { parseInput, credits, id, idempotencyKey } from '../ledger/input';
import { LedgerService, type Posting } from '../ledger/ledger.service';
import { SettingsService } from '../settings/settings.service';

const DAY_MS = 86_400_000;

const promotion = z.object({
  userId: id,
  credits,
  description: z.string().trim().min(1).max(500),
  expiresAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .refine((day) => day.getTime() > Date.now(), 'must be in the future')
    .nullable(),
  idempotencyKey,
});

/** Credits that nobody paid for: what a new account starts with, and promotions. */
@Injectable()
export class GrantsService {
  private readonly log = new Logger(GrantsService.name);

  constructor(
    private readonly ledger: LedgerService,
    private readonly settings: SettingsService,
  ) {}

  /** @throws LuitError `validation_failed`, `idempotency_conflict` */
  async grant(request: z.input<typeof promotion>): Promise<Posting> {
    const { idempotencyKey: key, ...rest } = parseInput(promotion, request);
    return this.ledger.grant({ key: `promotion:${key}`, ...rest });
  }

  /** Gives a confirmed account its first credits, once, where the operator has set some. */
  async welcome({ userId, confirmedAt }: { userId: string; confirmedAt: string }, manager: EntityManager) {
    const { signupGrant } = await this.settings.get(manager);
    if (signupGrant.credits === 0 || (await this.isSettled(userId, manager))) return;
    const { expiresInDays } = signupGrant;
    await this.ledger.grant(
      {
        key: welcomeKey(userId),
        userId,
        credits: signupGrant.credits,
        description: 'Welcome credits',
        expiresAt: expiresInDays === null ? null : new Date(Date.parse(confirmedAt) + expiresInDays * DAY_MS),
      },
      manager,
    );
    this.log.log({ msg: 'A new account got its first credits', userId, credits: signupGrant.credits });
  }

  /** Welcomed before, perhaps with another sum, or closed meanwhile: the ledger would refuse both. */
  private async isSettled(userId: string, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM transfers WHERE idempotency_key = $1
       UNION ALL SELECT FROM accounts WHERE user_id = $2 AND closed_at IS NOT NULL`,
      [`grant:${welcomeKey(userId)}`, userId],
    );
    return rows.length > 0;
  }
}

function welcomeKey(userId: string): string {
  return `signup:${userId}`;
}
