import {
  CONSENT_NOTICES,
  type ConsentNotice,
  currentVersionOf,
  OPTIONAL_NOTICES,
} from '@luit/contracts/auth/consent-notices';
import type { ConsentRecord, Consents } from '@luit/contracts/auth/consents';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { UserEntity } from '../../records/users/user.entity';
import { userNotFound } from '../users/users.service';
import { appendConsents, findLatestConsents } from './consent-rows';

/** The notices that users agreed to, and when a newer version asks them again. */
@Injectable()
export class ConsentsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnCall(authCalls.getConsents)
  async get({ userId }: RequestOf<typeof authCalls.getConsents>): Promise<Consents> {
    return stateOf(await findLatestConsents(this.database.manager, userId));
  }

  /** @throws LuitError `validation_failed`, `conflict`, `user_not_found` */
  @OnCall(authCalls.changeConsent)
  async change({
    userId,
    notice,
    version,
    given,
    source,
  }: RequestOf<typeof authCalls.changeConsent>): Promise<Consents> {
    if (!given && !OPTIONAL_NOTICES.includes(notice))
      throw new LuitError('validation_failed', 'To withdraw this consent, please delete your account.');
    if (version !== currentVersionOf(notice))
      throw new LuitError('conflict', 'This notice has a newer version. Please reload the page.');
    return this.database.transaction(async (manager) => {
      await lockAccount(manager, userId);
      const latest = await findLatestConsents(manager, userId);
      if (saysAlready(latest, { notice, version, given })) return stateOf(latest);
      await appendConsents(manager, userId, [{ notice, version, isGiven: given, source }]);
      return stateOf(await findLatestConsents(manager, userId));
    });
  }
}

async function lockAccount(manager: EntityManager, userId: string): Promise<void> {
  const user = await manager.findOne(UserEntity, {
    select: { id: true },
    where: { id: userId, status: In(['active', 'blocked']) },
    lock: { mode: 'for_no_key_update' },
  });
  if (!user) throw userNotFound();
}

/** Withdrawing a consent that was never given changes nothing either. */
function saysAlready(
  latest: ConsentRecord[],
  { notice, version, given }: Pick<ConsentRecord, 'notice' | 'version' | 'given'>,
): boolean {
  const last = latest.find((record) => record.notice === notice);
  if (!given) return !last?.given;
  return last?.given === true && last.version === version;
}

function stateOf(latest: ConsentRecord[]): Consents {
  return { notices: CONSENT_NOTICES.map((notice) => noticeState(notice, latest)) };
}

function noticeState(notice: ConsentNotice, latest: ConsentRecord[]): Consents['notices'][number] {
  const version = currentVersionOf(notice);
  const last = latest.find((record) => record.notice === notice) ?? null;
  return { notice, version, needed: !OPTIONAL_NOTICES.includes(notice) && last?.version !== version, latest: last };
}
