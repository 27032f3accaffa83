import type { VerificationKey } from '@luit/contracts/auth';
import { ConfigurationError } from '@luit/platform/config';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { DataSource, IsNull } from 'typeorm';
import { SecretsService } from '../secrets/secrets.service';
import { type Audience, SigningKeyEntity } from './signing-key.entity';

const AUDIENCES: Audience[] = ['luit-web', 'luit-admin', 'luit-claim'];

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** The ES256 keys that sign access tokens and claims, one for each audience, made once and kept sealed. */
@Injectable()
export class KeysService implements OnModuleInit {
  private readonly current = new Map<Audience, SigningKey>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: SecretsService,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const audience of AUDIENCES) {
      const key = (await this.find(audience)) ?? (await this.create(audience));
      this.current.set(audience, this.unseal(key));
    }
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
    const { publicKey, privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const kid = createHash('sha256').update(publicKey).digest('base64url');
    await this.database
      .createQueryBuilder()
      .insert()
      .into(SigningKeyEntity)
      .values({ kid, audience, publicKeyPem: publicKey, sealedPrivateKey: this.secrets.seal(privateKey, kid) })
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
