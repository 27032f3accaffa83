import { authEvents } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LedgerService, type Posting } from '../ledger/ledger.service';
import { SettingsService } from '../settings/settings.service';

const DAY_MS = 86_400_000;

/** Free credits: the sign-up grant and promotions. */
@Injectable()
export class GrantsService {
  private readonly log = new Logger(GrantsService.name);

  constructor(
    private readonly ledger: LedgerService,
    private readonly settings: SettingsService,
  ) {}

  /** Idempotent per key. @throws LuitError `validation_failed`, `idempotency_conflict` */
  @OnCall(billingCalls.grantCredits)
  async grant(request: RequestOf<typeof billingCalls.grantCredits>): Promise<Posting> {
    const { idempotencyKey: key, expiresAt, ...rest } = request;
    return this.ledger.grant({
      key: `promotion:${key}`,
      ...rest,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    });
  }

  /** Grants the sign-up credits to a confirmed account, once, if the operator has configured any. */
  @OnEvent(authEvents.userConfirmed)
  async grantSignupCredits({ userId, confirmedAt }: { userId: string; confirmedAt: string }, manager: EntityManager) {
    const { signupGrant } = await this.settings.read(manager);
    if (signupGrant.credits === 0 || (await this.isGrantedOrClosed(userId, manager))) return;
    const { expiresInDays } = signupGrant;
    await this.ledger.grant(
      {
        key: signupKey(userId),
        userId,
        credits: signupGrant.credits,
        description: 'Welcome credits',
        expiresAt: expiresInDays === null ? null : new Date(Date.parse(confirmedAt) + expiresInDays * DAY_MS),
      },
      manager,
    );
    this.log.log({ msg: 'Sign-up credits granted', userId, credits: signupGrant.credits });
  }

  /**
   * The ledger would reject both: a second grant, because the setting may have changed since the first, and a grant to a
   * closed account. A rejection would make the event retry forever.
   */
  private async isGrantedOrClosed(userId: string, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM transfers WHERE idempotency_key = $1
       UNION ALL SELECT FROM accounts WHERE user_id = $2 AND closed_at IS NOT NULL`,
      [`grant:${signupKey(userId)}`, userId],
    );
    return rows.length > 0;
  }
}

function signupKey(userId: string): string {
  return `signup:${userId}`;
}
