import {
  EMERGENCY_LABEL,
  emergencyContent,
  type EmergencyMails,
  emergencyMails,
} from '@luit/contracts/alerts/emergency-mails';
import { AUTH_DOWN, EMERGENCY_MAILS } from '@luit/contracts/registry/redis-access';
import { Mailer } from '@luit/platform/mails/mailer';
import { REDIS } from '@luit/platform/platform.module';
import { SILENT_MS, UPDATE_MS, Vigil } from '@luit/platform/presence/presence';
import { RedisClock } from '@luit/platform/redis/redis-clock';
import { parseRedisMessage } from '@luit/platform/redis/redis-messages';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { deriveKey, openValue } from '@luit/platform/security/sealed-values';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GatewayConfig } from '../../../config';

const INTERVAL_MS = 5_000;
/** Longer than sending the mails takes. A gateway that is killed meanwhile does not keep the others from sending them. */
const CLAIM_MS = 60_000;
const MAILED = 'mailed';

/** Mails operators when no auth works, which sends all other alerts, and when one works again. */
@Injectable()
export class AuthWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(AuthWatch.name);
  private readonly vigil = new Vigil();
  private readonly mailer: Mailer;
  private readonly key: Buffer;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) { mail }: Pick<GatewayConfig, 'mail'>,
    private readonly clock: RedisClock,
    private readonly scheduler: Scheduler,
  ) {
    this.mailer = new Mailer(mail);
    this.key = deriveKey(mail.smtpUrl, EMERGENCY_LABEL);
  }

  onApplicationBootstrap(): void {
    const options = { firstMs: 0, isAwaitedAtShutdown: false };
    this.scheduler.every('auth-watch', INTERVAL_MS, () => this.round(), options);
  }

  onApplicationShutdown(): void {
    this.mailer.close();
  }

  private async round(): Promise<void> {
    const text = await this.redis.get(EMERGENCY_MAILS);
    const isSteady = this.vigil.isSteady();
    const left = text === null ? undefined : parseRedisMessage(emergencyMails, text, EMERGENCY_MAILS);
    if (!left || !isSteady) return;
    const isDown = this.clock.now() - left.at > (left.hasLeft ? UPDATE_MS : SILENT_MS);
    if (isDown) await this.open(left);
    else if ((await this.redis.get(AUTH_DOWN)) === MAILED) await this.close(left);
  }

  private async open(left: EmergencyMails): Promise<void> {
    if ((await this.redis.set(AUTH_DOWN, 'claimed', 'PX', CLAIM_MS, 'NX')) !== 'OK') return;
    try {
      await this.send(left, 'down');
      await this.redis.set(AUTH_DOWN, MAILED);
    } catch (error) {
      await this.redis.del(AUTH_DOWN);
      throw error;
    }
  }

  private async close(left: EmergencyMails): Promise<void> {
    if ((await this.redis.del(AUTH_DOWN)) === 0) return;
    try {
      await this.send(left, 'back');
    } catch (error) {
      await this.redis.set(AUTH_DOWN, MAILED);
      throw error;
    }
  }

  /** @throws Error if the mail server accepts none of the mails */
  private async send({ sealed }: EmergencyMails, which: 'down' | 'back'): Promise<void> {
    const content = openValue(this.key, Buffer.from(sealed, 'base64'), EMERGENCY_LABEL);
    const { to, ...mails } = emergencyContent.parse(JSON.parse(content));
    const sent = await Promise.allSettled(to.map((each) => this.mailer.send(uuidv7(), { ...mails[which], to: each })));
    const refused = sent.filter((result) => result.status === 'rejected');
    this.log.warn({
      msg: which === 'down' ? 'auth is down' : 'auth is back',
      mails: to.length,
      refused: refused.length,
    });
    if (refused.length > 0 && refused.length === to.length) throw refused[0]!.reason;
  }
}
