import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { EMERGENCY_LABEL, type EmergencyContent } from '@luit/contracts/alerts/emergency-mails';
import { DEFAULT_LANGUAGE } from '@luit/contracts/auth/languages';
import { EMERGENCY_MAILS } from '@luit/contracts/registry/redis-access';
import { REDIS } from '@luit/platform/platform.module';
import { RedisClock } from '@luit/platform/redis/redis-clock';
import { deriveKey, sealValue } from '@luit/platform/security/sealed-values';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { i18nOf } from '../locales/i18n';
import { renderMail } from '../mails/mail-layout';
import { authDownMails } from '../mails/mail-texts';
import { MAILED } from './alert-pager';

/** auth itself cannot report that it is down. */
export const AUTH_IS_DOWN = {
  kind: 'service_unavailable',
  subject: 'auth',
  summary: 'The service auth does not respond.',
  action:
    'Check its log, and whether Postgres accepts connections. Nobody can sign in, and no other alert is sent until it is back.',
} as const satisfies Omit<AlertCause, 'severity'>;

/** Leaves in Redis what gateways need to mail operators while no auth works. The addresses are sealed. */
@Injectable()
export class EmergencyMails {
  private readonly key: Buffer;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'mail' | 'webUrl'>,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clock: RedisClock,
  ) {
    this.key = deriveKey(config.mail.smtpUrl, EMERGENCY_LABEL);
  }

  /** @throws Error if Postgres or Redis is unavailable, so that the last time stays */
  async leave(hasLeft: boolean): Promise<void> {
    const operators = await this.database.manager.find(OperatorEntity, { select: { email: true }, where: MAILED });
    const destinations = await this.database.query<{ target: string }[]>(
      `SELECT target FROM alert_destinations WHERE kind = 'mail'`,
    );
    const to = [...new Set([...operators.map(({ email }) => email), ...destinations.map(({ target }) => target)])];
    const i18n = i18nOf(DEFAULT_LANGUAGE);
    const { down, back } = authDownMails(this.config.webUrl, AUTH_IS_DOWN, to);
    const content: EmergencyContent = { to, down: renderMail(i18n, '', down), back: renderMail(i18n, '', back) };
    const sealed = sealValue(this.key, JSON.stringify(content), EMERGENCY_LABEL).toString('base64');
    await this.redis.set(EMERGENCY_MAILS, JSON.stringify({ at: this.clock.now(), hasLeft, sealed }));
  }
}
