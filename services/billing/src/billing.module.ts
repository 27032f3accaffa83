import { serviceDatabase } from '@luit/platform/service-database';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UnusedCreditsService } from './account-deletions/unused-credits.service';
import { AdjustmentsService } from './adjustments/adjustments.service';
import { ApiKeyBudgetsService } from './api-key-budgets/api-key-budgets.service';
import { ApprovalExecutor } from './approvals/approval-executor';
import { ApprovalsService } from './approvals/approvals.service';
import { BalancesService } from './balances/balances.service';
import { ExpirySweeper } from './balances/expiry-sweeper';
import { BILLING_CONFIG, type BillingConfig } from './config';
import { CreditNoticePoller } from './credit-notices/credit-notice-poller';
import { CreditNoticesService } from './credit-notices/credit-notices.service';
import { DailyTotalsService } from './daily-totals/daily-totals.service';
import { databaseSettings } from './database';
import { DisputesService } from './disputes/disputes.service';
import { expiredRows } from './expired-rows';
import { GrantsService } from './grants/grants.service';
import { HoldAgeReporter } from './holds/hold-age-reporter';
import { HoldsService } from './holds/holds.service';
import { InvoicePoller } from './invoices/invoice-poller';
import { InvoicesService } from './invoices/invoices.service';
import { JobMoneyService } from './job-money/job-money.service';
import { LedgerService } from './ledger/ledger.service';
import { LotsService } from './lots/lots.service';
import { publishOperatorAction } from './operators/operator-actions';
import { OrderStatementsService } from './order-statements/order-statements.service';
import { OrderSearchService } from './orders/order-search.service';
import { OrderEntity } from './orders/order.entity';
import { OrdersService } from './orders/orders.service';
import { CreditPackEntity } from './packs/credit-pack.entity';
import { PackEditorService } from './packs/pack-editor.service';
import { PacksService } from './packs/packs.service';
import { OrderPoller } from './payments/order-poller';
import { PaymentsService } from './payments/payments.service';
import { SettlementService } from './payments/settlement.service';
import { PromoCodeListsService } from './promo-codes/promo-code-lists.service';
import { PromoCodesService } from './promo-codes/promo-codes.service';
import { RazorpayClient } from './razorpay/razorpay-client';
import { RECONCILIATION } from './reconciliation/reconciliation.providers';
import { ExternalRefunds } from './refunds/external-refunds';
import { OperatorRefundsService } from './refunds/operator-refunds.service';
import { MoneyReporter } from './payments/money-reporter';
import { RefundPoller } from './refunds/refund-poller';
import { RefundSender } from './refunds/refund-sender';
import { RefundsService } from './refunds/refunds.service';
import { SettingsService } from './settings/settings.service';
import { AdminTransactionsService } from './transactions/admin-transactions.service';
import { TransactionsService } from './transactions/transactions.service';
import { UnapprovedAmountsService } from './unapproved-amounts/unapproved-amounts.service';
import { WebhookEventsService } from './webhooks/webhook-events.service';
import { WebhooksService } from './webhooks/webhooks.service';

/** Orders, payments and refunds, and the ledger of credits. */
const SERVICES = [
  AdjustmentsService,
  AdminTransactionsService,
  ApiKeyBudgetsService,
  ApprovalExecutor,
  ApprovalsService,
  BalancesService,
  CreditNoticePoller,
  CreditNoticesService,
  DailyTotalsService,
  DisputesService,
  ExpirySweeper,
  ExternalRefunds,
  GrantsService,
  HoldAgeReporter,
  HoldsService,
  InvoicePoller,
  InvoicesService,
  JobMoneyService,
  LedgerService,
  LotsService,
  OperatorRefundsService,
  OrderPoller,
  OrderSearchService,
  OrderStatementsService,
  OrdersService,
  MoneyReporter,
  PackEditorService,
  PacksService,
  PaymentsService,
  PromoCodeListsService,
  PromoCodesService,
  RefundPoller,
  RefundSender,
  RefundsService,
  SettingsService,
  SettlementService,
  TransactionsService,
  UnapprovedAmountsService,
  UnusedCreditsService,
  WebhookEventsService,
  WebhooksService,
];

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
        TypeOrmModule.forFeature([CreditPackEntity, OrderEntity]),
      ],
      providers: [
        { provide: BILLING_CONFIG, useValue: config },
        { provide: RazorpayClient, useFactory: () => new RazorpayClient(config.razorpay) },
        ...SERVICES,
        ...RECONCILIATION,
      ],
    };
  }
}
