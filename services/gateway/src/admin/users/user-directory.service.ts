import { authCalls } from '@luit/contracts/auth/messages';
import type { User } from '@luit/contracts/auth/users';
import type { Balance } from '@luit/contracts/billing/balances';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { AdminUserDetails, AdminUserRow } from '@luit/contracts/http/admin-users';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { uuidv7 } from 'uuidv7';
import type { Identity } from '../../identities/token.strategy';
import type { CreditsDto, UsersQuery } from './admin-users.dto';
import { toAuditRow } from '../audit-log/audit-log.service';

const DEFAULT_REASON = 'admin adjustment';
const ENTRIES_SHOWN = 50;

/** Accounts with their balances, for operators to look up and adjust. */
@Injectable()
export class UserDirectoryService {
  constructor(private readonly calls: CallClient) {}

  async list({
    limit,
    cursor,
    q,
    status,
    sort,
  }: UsersQuery): Promise<{ items: AdminUserRow[]; nextCursor: string | null } & CappedCount> {
    const { users, ...page } = await this.calls.call(authCalls.listUsers, {
      limit,
      cursor,
      words: q,
      status,
      sort,
    });
    return { items: await this.withCredits(users), ...page };
  }

  async withCredits(users: User[]): Promise<AdminUserRow[]> {
    if (users.length === 0) return [];
    const { credits } = await this.calls.call(billingCalls.getCredits, { userIds: users.map(({ id }) => id) });
    return users.map((user) => ({ ...toRow(user), credits: credits[user.id] ?? 0 }));
  }

  /** @throws LuitError `user_not_found` */
  async get(userId: string): Promise<AdminUserDetails> {
    if (!isUUID(userId)) throw new LuitError('user_not_found', 'Account not found');
    const user = await this.calls.call(authCalls.getUser, { userId });
    const [{ sessions }, balance, { lots }, audit] = await Promise.all([
      // No session has this id, so none is marked as the current one.
      this.calls.call(authCalls.listSessions, { userId, sessionId: userId }),
      this.calls.call(billingCalls.getBalance, { userId }),
      this.calls.call(billingCalls.listLots, { userId }),
      this.calls.call(authCalls.listAuditLog, { limit: ENTRIES_SHOWN, subject: userId, isWithoutAccess: true }),
    ]);
    return {
      ...toRow(user),
      email_confirmed_at: user.email_confirmed_at,
      billing_profile: user.billing_profile ?? null,
      credits: balance.available,
      held: balance.held,
      devices: sessions,
      lots,
      audit: audit.entries.map(toAuditRow),
    };
  }

  /**
   * Without an idempotency key every call is a separate adjustment.
   *
   * @throws LuitError `user_not_found`, `account_closed`; `conflict` with `details.credits` if the balance has changed
   */
  async setCredits(
    userId: string,
    { credits, expectedCredits, reason }: CreditsDto,
    { id: adminId }: Identity,
    idempotencyKey: string = uuidv7(),
  ): Promise<{ message: string; credits: number; balance: Balance; transactionId: string | null }> {
    if (!isUUID(userId)) throw new LuitError('user_not_found', 'Account not found');
    await this.calls.call(authCalls.getUser, { userId });
    const { balance, transactionId } = await this.calls.call(billingCalls.adjustCredits, {
      adminId,
      userId,
      credits,
      expectedCredits,
      reason: reason?.trim() || DEFAULT_REASON,
      idempotencyKey,
    });
    return { message: 'Credits updated', credits: balance.available, balance, transactionId };
  }
}

export function toRow({
  id,
  email,
  created_at,
  last_sign_in_at,
  user_metadata: { name, status },
}: User): Omit<AdminUserRow, 'credits'> {
  return { id, email, name, created_at, last_sign_in_at, status };
}
