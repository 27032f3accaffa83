import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { type EntityManager, In, Raw } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { SecretsService } from '../../records/secrets/secrets.service';
import { type ChallengeKind, SignInChallengeEntity } from './sign-in-challenge.entity';

/** Id and its HMAC. */
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;
/** A person may have to look for a password or a mail. */
const MINUTES: Partial<Record<ChallengeKind, number>> = { pending_link: 60, pending_sign_up: 60 };
const DEFAULT_MINUTES = 10;

type NewChallenge = Pick<SignInChallengeEntity, 'kind' | 'deviceId'> &
  Partial<Pick<SignInChallengeEntity, 'userId' | 'identity'>>;

/** The challenges of sign-ins that several requests make. Each is finished once, in time, by the browser that began it. */
@Injectable()
export class SignInChallenges {
  constructor(private readonly secrets: SecretsService) {}

  async create(manager: EntityManager, challenge: NewChallenge): Promise<SignInChallengeEntity> {
    const id = uuidv7();
    await manager.insert(SignInChallengeEntity, { id, ...challenge });
    return manager.findOneByOrFail(SignInChallengeEntity, { id });
  }

  tokenOf(id: string): string {
    return `${id}.${this.secrets.tokenOf('challenge', id)}`;
  }

  /** Proves that its bearer can read the mail. */
  mailedTokenOf(id: string): string {
    return `${id}.${this.secrets.tokenOf('mailed_challenge', id)}`;
  }

  /**
   * Finds an unfinished challenge, without finishing it.
   *
   * @throws LuitError `link_invalid_or_expired`
   */
  async find(
    manager: EntityManager,
    kinds: ChallengeKind[],
    token: string,
  ): Promise<{ challenge: SignInChallengeEntity; isMailed: boolean }> {
    const { id, isMailed } = this.read(token);
    const challenge = await manager.findOneBy(SignInChallengeEntity, {
      ...{ id, kind: In(kinds) },
      createdAt: Raw((column) => `${column} > now() - make_interval(mins => :minutes)`, { minutes: minutesOf(kinds) }),
    });
    if (!challenge) throw expired();
    return { challenge, isMailed };
  }

  /**
   * Finishes a challenge; of concurrent calls, one succeeds.
   *
   * @param by the browser, and the account that is signed in there
   * @throws LuitError `link_invalid_or_expired`
   */
  async take(
    manager: EntityManager,
    kinds: ChallengeKind[],
    token: string,
    by: { deviceId: string; userId?: string },
  ): Promise<SignInChallengeEntity> {
    const { challenge, isMailed } = await this.find(manager, kinds, token);
    const isOther = challenge.deviceId !== by.deviceId || (challenge.userId ?? by.userId) !== by.userId;
    if (isMailed || isOther) throw expired();
    await this.finish(manager, challenge);
    return challenge;
  }

  /** @throws LuitError `link_invalid_or_expired` if another call has finished it */
  async finish(manager: EntityManager, { id }: SignInChallengeEntity): Promise<void> {
    const { affected } = await manager.delete(SignInChallengeEntity, { id });
    if (affected !== 1) throw expired();
  }

  private read(token: string): { id: string; isMailed: boolean } {
    const [, id, proof] = TOKEN.exec(token) ?? [];
    if (!id || !proof) throw expired();
    const given = Buffer.from(proof);
    const isMailed = timingSafeEqual(given, Buffer.from(this.secrets.tokenOf('mailed_challenge', id)));
    const isOwn = timingSafeEqual(given, Buffer.from(this.secrets.tokenOf('challenge', id)));
    if (!isMailed && !isOwn) throw expired();
    return { id, isMailed };
  }
}

function minutesOf(kinds: ChallengeKind[]): number {
  return Math.min(...kinds.map((kind) => MINUTES[kind] ?? DEFAULT_MINUTES));
}

function expired(): LuitError {
  return new LuitError('link_invalid_or_expired', 'This sign-in has expired or was already used. Please start again.');
}
