import { authCalls } from '@luit/contracts/auth/messages';
import { type LinkedSignIn, type OpenIdIdentity, providerNameOf } from '@luit/contracts/auth/openid';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { writeAuditEntry } from '../../records/audit-log/write-audit-entry';
import { MailsService } from '../../records/queued-mails/mails.service';
import type { UserEntity } from '../../records/users/user.entity';
import { LinkedSignInEntity } from './linked-sign-in.entity';

/** Accounts at OpenID providers with which users sign in. */
@Injectable()
export class LinkedSignInsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly mails: MailsService,
  ) {}

  find(manager: EntityManager, { issuer, subject }: OpenIdIdentity): Promise<LinkedSignInEntity | null> {
    return manager.findOneBy(LinkedSignInEntity, { issuer, subject });
  }

  async recordUse(manager: EntityManager, { id }: LinkedSignInEntity, { email }: OpenIdIdentity): Promise<void> {
    await manager.update(LinkedSignInEntity, { id }, { email, lastUsedAt: () => 'now()' });
  }

  /**
   * Links an account of a provider to a locked user, in the caller's transaction, and mails the user. Idempotent.
   *
   * @throws LuitError `conflict` if either belongs to another
   */
  async link(manager: EntityManager, user: UserEntity, identity: OpenIdIdentity, from: RequestSource): Promise<void> {
    const { issuer, subject, email } = identity;
    const id = uuidv7();
    const userId = user.id;
    await manager
      .createQueryBuilder()
      .insert()
      .into(LinkedSignInEntity)
      .values({ id, userId, issuer, subject, email })
      .orIgnore()
      .updateEntity(false)
      .execute();
    const linked = await this.find(manager, identity);
    if (linked?.userId !== userId) throw conflict(providerNameOf(issuer), linked !== null);
    if (linked.id !== id) return;
    await audit(manager, 'sign_in_linked', linked);
    await this.mails.queueAccessGranted(
      manager,
      user,
      { grant: 'sign_in_linked', thing: providerNameOf(issuer) },
      from,
    );
  }

  /** The owner can always sign in with a new password. @throws LuitError `not_found` */
  @OnCall(authCalls.unlinkSignIn)
  unlink({ userId, linkedSignInId: id }: RequestOf<typeof authCalls.unlinkSignIn>): Promise<void> {
    return this.database.transaction(async (manager) => {
      const linked = await manager.findOneBy(LinkedSignInEntity, { id, userId });
      const { affected } = await manager.delete(LinkedSignInEntity, { id, userId });
      if (!linked || affected !== 1) throw new LuitError('not_found', 'This way to sign in does not exist.');
      await audit(manager, 'sign_in_unlinked', linked);
    });
  }
}

function audit(
  manager: EntityManager,
  action: 'sign_in_linked' | 'sign_in_unlinked',
  { id, userId, issuer }: LinkedSignInEntity,
): Promise<void> {
  const entry = { id: uuidv7(), adminId: null, action, subject: id, details: { issuer } };
  return writeAuditEntry(manager, { ...entry, userIds: [userId] });
}

function conflict(provider: string, isOfOther: boolean): LuitError {
  const text = isOfOther
    ? `This ${provider} account is already linked to another Luit account.`
    : `Another ${provider} account is linked already. Unlink it first.`;
  return new LuitError('conflict', text);
}

export function toLinkedSignIn({ id, issuer, email, createdAt, lastUsedAt }: LinkedSignInEntity): LinkedSignIn {
  return {
    id,
    provider: providerNameOf(issuer),
    email,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
