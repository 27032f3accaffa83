import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { VerificationKey } from '@luit/contracts/auth/tokens';
import { OnCall } from '@luit/platform/calls/on-call';
import { ConfigurationError } from '@luit/platform/config';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { DataSource, Raw } from 'typeorm';
import { SecretsService } from '../../records/secrets/secrets.service';
import { AUDIENCES, newSigningKey } from './rotate-keys';
import { type Audience, SigningKeyEntity } from './signing-key.entity';
import { TOKEN_LIFETIME_SECONDS } from './token-lifetimes';

/** Replicas notice a rotation within seconds and sign with the old key until then. */
const OVERLAP_MARGIN_SECONDS = 60;
const RELOAD_INTERVAL_MS = 5_000;

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** The ES256 signing keys, one per audience: created at first startup, rotated by command, stored encrypted. */
@Injectable()
export class KeysService implements OnModuleInit, OnApplicationBootstrap {
  private readonly current = new Map<Audience, SigningKey>();
  /** Ids of the published keys at the last reload. */
  private publishedIds?: string;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: SecretsService,
    private readonly broadcasts: Broadcasts,
    private readonly scheduler: Scheduler,
  ) {}

  onModuleInit(): Promise<void> {
    return this.reload();
  }

  /** Every replica follows a rotation. */
  onApplicationBootstrap(): void {
    this.scheduler.every('signing-keys', RELOAD_INTERVAL_MS, () => this.reload());
  }

  /** Loads the current keys, deletes retired keys whose tokens have all expired, and broadcasts a change to gateways. */
  async reload(): Promise<void> {
    let keys = await this.read();
    if (await this.renew(keys)) keys = await this.read();
    for (const audience of AUDIENCES) {
      const key = keys.find((each) => each.audience === audience && !each.retiredAt);
      if (key && this.current.get(audience)?.kid !== key.kid) this.current.set(audience, this.unseal(key));
    }
    const kids = keys.map(({ kid }) => kid).join();
    if (this.publishedIds !== undefined && this.publishedIds !== kids)
      await this.broadcasts.publish(authBroadcasts.keysChanged, {});
    this.publishedIds = kids;
  }

  signingKey(audience: Audience): SigningKey {
    const key = this.current.get(audience);
    if (!key) throw new Error(`No signing key for ${audience} was loaded`);
    return key;
  }

  /** Includes retired keys, which verify the tokens they signed until those expire. */
  @OnCall(authCalls.getVerificationKeys)
  async verificationKeys(): Promise<{ keys: VerificationKey[] }> {
    const keys = await this.read();
    return { keys: keys.map(({ kid, audience, publicKeyPem }) => ({ kid, audience, publicKeyPem })) };
  }

  private read(): Promise<SigningKeyEntity[]> {
    return this.database.manager.find(SigningKeyEntity, { order: { createdAt: 'DESC' } });
  }

  /** Creates missing keys and deletes expired ones. @returns whether the keys may have changed */
  private async renew(keys: SigningKeyEntity[]): Promise<boolean> {
    const missing = AUDIENCES.filter((audience) => !keys.some((key) => key.audience === audience && !key.retiredAt));
    const expired = keys.filter(({ audience, retiredAt }) => {
      return retiredAt !== null && Date.now() - retiredAt.getTime() > lifetimeSeconds(audience) * 1_000;
    });
    for (const audience of missing) await this.create(audience);
    for (const audience of new Set(expired.map((key) => key.audience))) await this.deleteExpired(audience);
    return missing.length + expired.length > 0;
  }

  /** Among replicas that start together, the unique index lets one insert win, and all load its key. */
  private async create(audience: Audience): Promise<void> {
    await this.database
      .createQueryBuilder()
      .insert()
      .into(SigningKeyEntity)
      .values(newSigningKey(this.secrets, audience))
      .orIgnore()
      .execute();
  }

  /** By the clock of Postgres, which has set the time of retirement. */
  private async deleteExpired(audience: Audience): Promise<void> {
    const lifetime = lifetimeSeconds(audience);
    const retiredAt = Raw((column) => `${column} < now() - make_interval(secs => :lifetime)`, { lifetime });
    await this.database.manager.delete(SigningKeyEntity, { audience, retiredAt });
  }

  private unseal(key: SigningKeyEntity): SigningKey {
    try {
      return { kid: key.kid, privateKey: createPrivateKey(this.secrets.open(key.sealedPrivateKey, key.kid)) };
    } catch {
      throw new ConfigurationError([
        'AUTH_SECRET: cannot decrypt the signing keys in the database; they were encrypted with another secret',
      ]);
    }
  }
}

/** How long a retired key verifies tokens. */
function lifetimeSeconds(audience: Audience): number {
  return TOKEN_LIFETIME_SECONDS[audience] + OVERLAP_MARGIN_SECONDS;
}
