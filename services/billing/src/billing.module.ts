import { serviceDatabase } from '@luit/platform/service-database';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AccountDeletionsModule } from './account-deletions/account-deletions.module';
import { AdjustmentsModule } from './adjustments/adjustments.module';
import { ApiKeyBudgetsModule } from './api-key-budgets/api-key-budgets.module';
import { ApprovalsModule } from './approvals/approvals.module';
import { BalancesModule } from './balances/balances.module';
import { BILLING_CONFIG, type BillingConfig } from './config';
import { CreditNoticesModule } from './credit-notices/credit-notices.module';
import { DailyTotalsModule } from './daily-totals/daily-totals.module';
import { databaseSettings } from './database';
import { expiredRows } from './expired-rows';
import { DisputesModule } from './disputes/disputes.module';
import { GrantsModule } from './grants/grants.module';
import { HoldsModule } from './holds/holds.module';
import { InvoicesModule } from './invoices/invoices.module';
import { JobMoneyModule } from './job-money/job-money.module';
import { LotsModule } from './lots/lots.module';
import { publishOperatorAction } from './operators/operator-actions';
import { OrderStatementsModule } from './order-statements/order-statements.module';
import { OrdersModule } from './orders/orders.module';
import { PacksModule } from './packs/packs.module';
import { PaymentsModule } from './payments/payments.module';
import { PromoCodesModule } from './promo-codes/promo-codes.module';
import { ReconciliationModule } from './reconciliation/reconciliation.module';
import { RefundsModule } from './refunds/refunds.module';
import { SettingsModule } from './settings/settings.module';
import { TransactionsModule } from './transactions/transactions.module';
import { WebhooksModule } from './webhooks/webhooks.module';

const FEATURES = [
  AccountDeletionsModule,
  AdjustmentsModule,
  ApiKeyBudgetsModule,
  ApprovalsModule,
  BalancesModule,
  CreditNoticesModule,
  DailyTotalsModule,
  DisputesModule,
  GrantsModule,
  HoldsModule,
  InvoicesModule,
  JobMoneyModule,
  LotsModule,
  OrderStatementsModule,
  OrdersModule,
  PacksModule,
  PaymentsModule,
  PromoCodesModule,
  ReconciliationModule,
  RefundsModule,
  SettingsModule,
  TransactionsModule,
  WebhooksModule,
];

/** Global, so that every feature can inject the configuration. */
@Global()
@Module({})
export class BillingModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: BillingModule,
      imports: [
        PlatformModule.forRoot({
          service: 'billing',
          config: config.common,
          database: serviceDatabase(databaseSettings(config.database), {
            recordAction: publishOperatorAction,
            expiredRows: expiredRows(config.retentionDays),
          }),
        }),
        ...FEATURES,
      ],
      providers: [{ provide: BILLING_CONFIG, useValue: config }],
      exports: [BILLING_CONFIG],
    };
  }
}
