import { authEvents, authCalls } from '@luit/contracts/auth/messages';
import type { User } from '@luit/contracts/auth/users';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';
import { parseName } from '../../records/users/account-input';
import { parseBillingProfile } from './billing-profile';
import { UserEntity, type UserStatus } from '../../records/users/user.entity';

/** Reads and updates accounts. */
@Injectable()
export class UsersService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws LuitError `user_not_found` */
  @OnCall(authCalls.getUser)
  async get({ userId }: RequestOf<typeof authCalls.getUser>): Promise<User> {
    const user = await this.database.manager.findOneBy(UserEntity, { id: userId });
    if (!user) throw userNotFound();
    return toUser(user);
  }

  /** Addresses by user id, as typed; leaves out unknown ids and deleted accounts. */
  @OnCall(authCalls.getEmails)
  async emails({ userIds }: RequestOf<typeof authCalls.getEmails>): Promise<{ emails: Record<string, string> }> {
    const users = await this.database.manager.find(UserEntity, {
      select: { id: true, emailAsTyped: true },
      where: { id: In(userIds), status: Not('closed') },
    });
    return { emails: Object.fromEntries(users.map((user) => [user.id, user.emailAsTyped])) };
  }

  /** Returns which of these ids belong to accounts that are not active. */
  @OnCall(authCalls.listDisabledAccounts)
  async findInactive({ userIds }: RequestOf<typeof authCalls.listDisabledAccounts>): Promise<{ userIds: string[] }> {
    const where = { id: In(userIds), status: Not<UserStatus>('active') };
    const users = await this.database.manager.find(UserEntity, { select: { id: true }, where });
    return { userIds: users.map(({ id }) => id) };
  }

  @OnCall(authCalls.findUser)
  async idOf({ email }: RequestOf<typeof authCalls.findUser>): Promise<{ userId: string | null }> {
    const user = await this.database.manager.findOne(UserEntity, {
      select: { id: true },
      where: { email: canonicalEmail(email) },
    });
    return { userId: user?.id ?? null };
  }

  /**
   * Updates the name, the language and the billing profile; users cannot change anything else.
   *
   * @param change a billing profile of null removes it; absent fields stay unchanged
   * @throws LuitError `validation_failed`, `user_not_found`
   */
  @OnCall(authCalls.updateUser)
  async update({ userId, name, language, billingProfile }: RequestOf<typeof authCalls.updateUser>): Promise<User> {
    const changes: Partial<Pick<UserEntity, 'name' | 'language' | 'billingProfile'>> = {};
    if (name !== undefined) changes.name = parseName(name);
    if (language !== undefined) changes.language = language;
    if (billingProfile !== undefined) changes.billingProfile = billingProfile && parseBillingProfile(billingProfile);
    if (Object.keys(changes).length > 0) {
      await this.database.createQueryBuilder().update(UserEntity).set(changes).where({ id: userId }).execute();
    }
    return this.get({ userId });
  }
}

/** The public view of an account. `credits` is always 0 here; billing knows the balance. */
export function toUser(user: UserEntity): User {
  return {
    id: user.id,
    email: user.email,
    email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    user_metadata: { name: user.name, credits: 0, status: user.status },
    language: user.language,
    ...(user.billingProfile ? { billing_profile: user.billingProfile } : {}),
  };
}

export function userNotFound(): LuitError {
  return new LuitError('user_not_found', 'Account not found');
}

/** Confirms the address and publishes `auth.userConfirmed`, unless it was confirmed before. */
export async function confirmEmail(manager: EntityManager, userId: string): Promise<void> {
  const confirmedAt = new Date();
  const { affected } = await manager.update(
    UserEntity,
    { id: userId, emailConfirmedAt: IsNull() },
    { emailConfirmedAt: confirmedAt },
  );
  if (affected) {
    const { email } = await manager.findOneByOrFail(UserEntity, { id: userId });
    await writeEvent(manager, authEvents.userConfirmed, { userId, email, confirmedAt: confirmedAt.toISOString() });
  }
}

/** Locks the row of an account; take this lock before changing it. */
export function lockUser(manager: EntityManager, email: string): Promise<UserEntity | null> {
  return manager.findOne(UserEntity, { where: { email }, lock: { mode: 'pessimistic_write' } });
}

/** @throws LuitError `user_blocked`, `account_closed` */
export function requireActive({ status }: Pick<UserEntity, 'status'>): void {
  const rejection = statusError(status);
  if (rejection) throw rejection;
}

/** The error for an account that may not sign in; undefined for an active one. */
export function statusError(status: UserStatus): LuitError | undefined {
  if (status === 'blocked') return blocked();
  return status === 'active' ? undefined : accountClosed();
}

function blocked(): LuitError {
  return new LuitError('user_blocked', 'This account has been blocked. Please contact support.');
}
