import { authBroadcasts } from '@luit/contracts/auth/messages';
import type { VerificationKey } from '@luit/contracts/auth/tokens';
import { ConfigurationError } from '@luit/platform/config';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { DataSource, IsNull, Raw } from 'typeorm';
import { SecretsService } from '../secrets/secrets.service';
import { AUDIENCES, newSigningKey } from './rotate-keys';
import { type Audience, SigningKeyEntity } from './signing-key.entity';
import { TOKEN_LIFETIME_SECONDS } from './token-lifetimes';

/** Replicas take up a rotation within seconds; until then they still sign with the old key. */
const OVERLAP_MARGIN_SECONDS = 60;

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** The ES256 keys that sign access tokens and claims, one for each audience, made at first start, rotated by command, kept sealed. */
@Injectable()
export class KeysService implements OnModuleInit {
  private readonly current = new Map<Audience, SigningKey>();
  /** Ids of the keys that were published at the last look. */
  private published?: string;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: SecretsService,
    private readonly broadcasts: Broadcasts,
  ) {}

  onModuleInit(): Promise<void> {
    return this.reload();
  }

  /** Signs with the current keys from now on, deletes those that verify nothing any more, and tells gateways of a change. */
  async reload(): Promise<void> {
    for (const audience of AUDIENCES) {
      const key = (await this.find(audience)) ?? (await this.create(audience));
      if (this.current.get(audience)?.kid !== key.kid) this.current.set(audience, this.unseal(key));
      const life = TOKEN_LIFETIME_SECONDS[audience] + OVERLAP_MARGIN_SECONDS;
      const over = Raw((column) => `${column} < now() - make_interval(secs => :life)`, { life });
      await this.database.manager.delete(SigningKeyEntity, { audience, retiredAt: over });
    }
    const kids = (await this.verificationKeys()).map(({ kid }) => kid).join();
    if (this.published !== undefined && this.published !== kids)
      await this.broadcasts.publish(authBroadcasts.keysChanged, {});
    this.published = kids;
  }

  signingKey(audience: Audience): SigningKey {
    const key = this.current.get(audience);
    if (!key) throw new Error(`No signing key for ${audience} was loaded`);
    return key;
  }

  /** Retired keys too: they verify what they signed until it runs out. */
  async verificationKeys(): Promise<VerificationKey[]> {
    const keys = await this.database.manager.find(SigningKeyEntity, { order: { createdAt: 'DESC' } });
    return keys.map(({ kid, audience, publicKeyPem }) => ({ kid, audience, publicKeyPem }));
  }

  private find(audience: Audience): Promise<SigningKeyEntity | null> {
    return this.database.manager.findOneBy(SigningKeyEntity, { audience, retiredAt: IsNull() });
  }

  /** Of replicas that start together one wins the unique index, and all go on with its key. */
  private async create(audience: Audience): Promise<SigningKeyEntity> {
    await this.database
      .createQueryBuilder()
      .insert()
      .into(SigningKeyEntity)
      .values(newSigningKey(this.secrets, audience))
      .orIgnore()
      .execute();
    return this.database.manager.findOneByOrFail(SigningKeyEntity, { audience, retiredAt: IsNull() });
  }

  private unseal(key: SigningKeyEntity): SigningKey {
    try {
      return { kid: key.kid, privateKey: createPrivateKey(this.secrets.open(key.sealedPrivateKey, key.kid)) };
    } catch {
      throw new ConfigurationError([
        'AUTH_SECRET: does not open the signing keys in the database; it is not the one they were sealed with',
      ]);
    }
  }
}
