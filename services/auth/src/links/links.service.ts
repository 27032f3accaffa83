import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Raw } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { SecretsService } from '../secrets/secrets.service';
import { UserEntity } from '../users/user.entity';
import { LinkEntity, type LinkPurpose } from './link.entity';

const LIFE = `interval '1 hour'`;

const GOOD = { usedAt: IsNull(), expiresAt: Raw((column) => `${column} > now()`) };

/** One-time links of one hour. */
@Injectable()
export class LinksService {
  constructor(private readonly secrets: SecretsService) {}

  async create(manager: EntityManager, userId: string, purpose: LinkPurpose): Promise<string> {
    const id = uuidv7();
    await manager.insert(LinkEntity, {
      id,
      userId,
      purpose,
      tokenHash: this.secrets.hashOf(this.secrets.tokenOf(purpose, id)),
      expiresAt: () => `now() + ${LIFE}`,
    });
    return id;
  }

  /** The token to put into a mail, or null once the link is no longer good. */
  async tokenOf(manager: EntityManager, linkId: string): Promise<string | null> {
    const link = await manager.findOneBy(LinkEntity, { id: linkId, ...GOOD });
    return link && this.secrets.tokenOf(link.purpose, link.id);
  }

  hasValid(manager: EntityManager, userId: string, purpose: LinkPurpose): Promise<boolean> {
    return manager.existsBy(LinkEntity, { userId, purpose, ...GOOD });
  }

  /**
   * Whose link it is, without using it up.
   *
   * @throws LuitError `link_invalid_or_expired`
   */
  async ownerOf(manager: EntityManager, token: unknown, purpose: LinkPurpose): Promise<UserEntity> {
    const { userId } = await this.find(manager, token, purpose);
    const user = await manager.findOneBy(UserEntity, { id: userId });
    if (!user) throw invalidLink();
    return user;
  }

  async revokeAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.update(LinkEntity, { userId, usedAt: IsNull() }, { usedAt: () => 'now()' });
  }

  /**
   * Uses a link up, and with it every other link of that purpose, and locks its owner's row.
   *
   * @throws LuitError `link_invalid_or_expired`
   */
  async redeem(manager: EntityManager, token: unknown, purpose: LinkPurpose): Promise<UserEntity> {
    const link = await this.find(manager, token, purpose);
    // The owner's row first: two links of one person, pressed at once, then wait for one another in the same order.
    const user = await manager.findOne(UserEntity, { where: { id: link.userId }, lock: { mode: 'pessimistic_write' } });
    const used = await manager.update(LinkEntity, { id: link.id, ...GOOD }, { usedAt: () => 'now()' });
    if (!user || used.affected !== 1) throw invalidLink();
    await manager.update(LinkEntity, { userId: user.id, purpose, usedAt: IsNull() }, { usedAt: () => 'now()' });
    return user;
  }

  private async find(manager: EntityManager, token: unknown, purpose: LinkPurpose): Promise<LinkEntity> {
    if (typeof token !== 'string') throw invalidLink();
    const link = await manager.findOneBy(LinkEntity, { tokenHash: this.secrets.hashOf(token), purpose, ...GOOD });
    if (!link) throw invalidLink();
    return link;
  }
}

function invalidLink(): LuitError {
  return new LuitError('link_invalid_or_expired', 'This link is invalid or has expired. Please request a new one.');
}
