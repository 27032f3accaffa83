import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';

/** The credits of test accounts, which they get once a day in IST and for nothing. */
@Injectable()
export class TestCreditsService {
  /** Credits that a test account has at its first use of a day. */
  readonly perDay: number;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(BILLING_CONFIG) { testCreditsPerDay }: BillingConfig,
  ) {
    this.perDay = testCreditsPerDay;
  }

  /** Call before a balance is read or credits are held. Idempotent; does nothing for other accounts. */
  async grantOfToday(accountId: string): Promise<void> {
    if (isTestAccount(accountId))
      await this.database.query('SELECT grant_test_credits($1, $2)', [accountId, this.perDay]);
  }
}
