import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Raw } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { SecretsService } from '../../records/secrets/secrets.service';
import { UserEntity } from '../../records/users/user.entity';
import { LinkEntity, type LinkPurpose } from './link.entity';

const LIFETIME = `interval '1 hour'`;

const VALID = { usedAt: IsNull(), expiresAt: Raw((column) => `${column} > now()`) };

/** Mailed one-time links that expire after an hour. */
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
      expiresAt: () => `now() + ${LIFETIME}`,
    });
    return id;
  }

  /** The token for the mailed URL, or null if the link was used or has expired. */
  async tokenOf(manager: EntityManager, linkId: string): Promise<string | null> {
    const link = await manager.findOneBy(LinkEntity, { id: linkId, ...VALID });
    return link && this.secrets.tokenOf(link.purpose, link.id);
  }

  hasValid(manager: EntityManager, userId: string, purpose: LinkPurpose): Promise<boolean> {
    return manager.existsBy(LinkEntity, { userId, purpose, ...VALID });
  }

  /**
   * Finds the owner of a link without redeeming it.
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
   * Redeems a link, revokes the owner's other links of that purpose, and locks the owner's row.
   *
   * @throws LuitError `link_invalid_or_expired`
   */
  async redeem(manager: EntityManager, token: unknown, purpose: LinkPurpose): Promise<UserEntity> {
    const link = await this.find(manager, token, purpose);
    // Lock the owner's row first, so that two links of one owner cannot deadlock.
    const user = await manager.findOne(UserEntity, { where: { id: link.userId }, lock: { mode: 'pessimistic_write' } });
    const used = await manager.update(LinkEntity, { id: link.id, ...VALID }, { usedAt: () => 'now()' });
    if (!user || used.affected !== 1) throw invalidLink();
    await manager.update(LinkEntity, { userId: user.id, purpose, usedAt: IsNull() }, { usedAt: () => 'now()' });
    return user;
  }

  private async find(manager: EntityManager, token: unknown, purpose: LinkPurpose): Promise<LinkEntity> {
    if (typeof token !== 'string') throw invalidLink();
    const link = await manager.findOneBy(LinkEntity, { tokenHash: this.secrets.hashOf(token), purpose, ...VALID });
    if (!link) throw invalidLink();
    return link;
  }
}

function invalidLink(): LuitError {
  return new LuitError('link_invalid_or_expired', 'This link is invalid or has expired. Please request a new one.');
}
