import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SecretsService } from '../../records/secrets/secrets.service';

/**
 * Throttles password attempts per account with a growing delay, never a lockout. The counters are stored in Postgres, so
 * that flushing Redis does not reset them.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: SecretsService,
  ) {}

  /**
   * Verifies a password under the attempt limit. The attempt is counted before the check, so that concurrent attempts count
   * too, and is refunded unless the password was wrong.
   *
   * @param subject an account, or a trusted device of an account
   * @throws LuitError `too_many_attempts` with the seconds to wait; rethrows errors of `verify`
   */
  async check(subject: string, verify: () => Promise<boolean>): Promise<boolean> {
    const key = this.secrets.tokenOf('subject', subject);
    const [row] = await this.database.query<{ seconds: number }[]>('SELECT take_sign_in_attempt($1) AS seconds', [key]);
    if (row?.seconds !== 0) {
      // The key groups attempts by account without logging the address.
      recordSecurityEvent('sign_in_throttled', { kind: subject.split(':', 1)[0], key });
      const text = 'Too many login attempts. Please try again later';
      throw new LuitError('too_many_attempts', text, { retryAfterSeconds: row?.seconds });
    }
    try {
      const isCorrect = await verify();
      if (isCorrect) await this.refund(key);
      return isCorrect;
    } catch (error) {
      await this.refund(key);
      throw error;
    }
  }

  private async refund(key: string): Promise<void> {
    const undo = 'UPDATE sign_in_attempts SET failures = greatest(failures - 1, 0), next_at = now() WHERE subject = $1';
    await this.database.query(undo, [key]);
  }
}
