import { authCalls } from '@luit/contracts/auth/messages';
import { STEP_UP_CREDITS } from '@luit/contracts/auth/operator-permissions';
import type { UsersQuery } from '@luit/contracts/auth/user-directory';
import type { User } from '@luit/contracts/auth/users';
import type { Approval, ApprovalPreview } from '@luit/contracts/billing/approvals';
import type { Balance, CreditsBody } from '@luit/contracts/billing/balances';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { AdminUserDetails, AdminUserRow } from '@luit/contracts/http/admin-users';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { uuidv7 } from 'uuidv7';
import { requireStepUp } from '../../../access/identities/operator-access';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';
import { ConfirmationsService } from '../../operators/confirmations/confirmations.service';
import { toAuditRow } from '../../operators/audit-log/audit-log.service';

const ENTRIES_SHOWN = 50;

export interface CreditsChange {
  message: string;
  credits: number;
  balance: Balance;
  /** Null if nothing changed, or not yet. */
  transactionId: string | null;
  /** The request that waits for a second operator; null if the change was made. */
  approval: Approval | null;
}

/** Accounts with their balances, for operators to look up and adjust. */
@Injectable()
export class UserDirectoryService {
  constructor(
    private readonly calls: CallClient,
    private readonly confirmations: ConfirmationsService,
    private readonly approvals: ApprovalsService,
  ) {}

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
      this.calls.call(authCalls.listAuditLog, { limit: ENTRIES_SHOWN, userId, isWithoutViews: true }),
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
   * @throws LuitError `user_not_found`, `account_closed`, `step_up_required` for a large change; `conflict` with `details.credits` if the balance has changed
   */
  async setCredits(
    userId: string,
    { credits, expectedCredits, reason, confirmation }: CreditsBody,
    admin: Operator,
    idempotencyKey: string = uuidv7(),
  ): Promise<CreditsChange> {
    if (!isUUID(userId)) throw new LuitError('user_not_found', 'Account not found');
    await this.calls.call(authCalls.getUser, { userId });
    const current = await this.calls.call(billingCalls.getBalance, { userId });
    const { available } = current;
    const change = Math.abs(credits - available);
    if (change > STEP_UP_CREDITS) requireStepUp(admin);
    await this.confirmations.assert({ credits: change }, confirmation);
    const request = async (before: ApprovalPreview = {}): Promise<CreditsChange> => {
      assertExpected(available, expectedCredits);
      const approval = await this.approvals.request(admin, {
        action: { kind: 'credits', userId, credits, expectedCredits: available },
        preview: { before: available, after: credits, change: credits - available, ...before },
        reason,
        idempotencyKey,
      });
      return { message: APPROVAL_NEEDED, credits: available, balance: current, transactionId: null, approval };
    };
    if (await this.approvals.isNeeded(admin, idempotencyKey, { credits: change })) return request();
    const adjustment = { adminId: admin.id, userId, credits, expectedCredits, reason, idempotencyKey };
    return this.approvals.actOrRequest(async () => {
      const { balance, transactionId } = await this.calls.call(billingCalls.adjustCredits, adjustment);
      return { message: 'Credits updated', credits: balance.available, balance, transactionId, approval: null };
    }, request);
  }
}

/** @throws LuitError `conflict` with `details.credits` */
function assertExpected(credits: number, expected: number | undefined): void {
  if (expected === undefined || expected === credits) return;
  throw new LuitError('conflict', 'The balance has changed since you opened this page', { details: { credits } });
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
