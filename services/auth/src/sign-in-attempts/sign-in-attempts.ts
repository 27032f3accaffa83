import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SecretsService } from '../secrets/secrets.service';

/**
 * Bounds how many passwords are tried at one account: a growing delay, and never a lock-out. It is kept beside the
 * accounts and not in Redis, so that emptying Redis gives nobody new attempts.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: SecretsService,
  ) {}

  /**
   * Checks a password. The try is counted before, so that attempts at the same moment count too, and is given back unless
   * the password was wrong.
   *
   * @param subject an account, or a device that is known to it, which has attempts of its own
   * @throws LuitError `too_many_attempts` with the seconds to wait; whatever `verify` throws
   */
  async check(subject: string, verify: () => Promise<boolean>): Promise<boolean> {
    const key = this.secrets.tokenOf('subject', subject);
    const [row] = await this.database.query<{ seconds: number }[]>('SELECT take_sign_in_attempt($1) AS seconds', [key]);
    if (row?.seconds !== 0) {
      // The key and not the subject: it tells attempts at one account together without its address.
      recordSecurityEvent('sign_in_throttled', { kind: subject.split(':', 1)[0], key });
      const text = 'Too many login attempts. Please try again later';
      throw new LuitError('too_many_attempts', text, { retryAfterSeconds: row?.seconds });
    }
    try {
      const isRight = await verify();
      if (isRight) await this.giveBack(key);
      return isRight;
    } catch (error) {
      await this.giveBack(key);
      throw error;
    }
  }

  private async giveBack(key: string): Promise<void> {
    const undo = 'UPDATE sign_in_attempts SET failures = greatest(failures - 1, 0), next_at = now() WHERE subject = $1';
    await this.database.query(undo, [key]);
  }
}
