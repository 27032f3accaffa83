import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AdjustmentsController } from './adjustments/adjustments.controller';
import { AdjustmentsService } from './adjustments/adjustments.service';
import { AlertCauses } from './reconciliation/alert-causes';
import { JobMoneyController } from './job-money/job-money.controller';
import { JobMoneyService } from './job-money/job-money.service';
import { BalancesController } from './balances/balances.controller';
import { BalancesService } from './balances/balances.service';
import { ExpirySweeper } from './balances/expiry-sweeper';
import { AccountDeletionsController } from './account-deletions/account-deletions.controller';
import { UnusedCreditsService } from './account-deletions/unused-credits.service';
import { BILLING_CONFIG, type BillingConfig } from './config';
import { databaseSettings } from './database';
import { GrantsController } from './grants/grants.controller';
import { GrantsService } from './grants/grants.service';
import { HoldsController } from './holds/holds.controller';
import { HoldAgeReporter } from './holds/hold-age-reporter';
import { HoldsService } from './holds/holds.service';
import { InvoicePoller } from './invoices/invoice-poller';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';
import { LedgerService } from './ledger/ledger.service';
import { LotsController } from './lots/lots.controller';
import { LotsService } from './lots/lots.service';
import { DailyTotalsAggregator } from './daily-totals/daily-totals-aggregator';
import { DailyTotalsController } from './daily-totals/daily-totals.controller';
import { DailyTotalsService } from './daily-totals/daily-totals.service';
import { OrderEntity } from './orders/order.entity';
import { OrderPoller } from './orders/order-poller';
import { OrdersController } from './orders/orders.controller';
import { OrdersService } from './orders/orders.service';
import { CreditPackEntity } from './packs/credit-pack.entity';
import { PackEditorService } from './packs/pack-editor.service';
import { PacksController } from './packs/packs.controller';
import { PacksService } from './packs/packs.service';
import { PaymentsController } from './payments/payments.controller';
import { PaymentsService } from './payments/payments.service';
import { SettlementService } from './payments/settlement.service';
import { RazorpayClient } from './razorpay/razorpay-client';
import { RefundsController } from './refunds/refunds.controller';
import { ExternalRefunds } from './refunds/external-refunds';
import { RefundPoller } from './refunds/refund-poller';
import { RefundSender } from './refunds/refund-sender';
import { RefundsService } from './refunds/refunds.service';
import { VideoRefundsService } from './refunds/video-refunds.service';
import { SettingsController } from './settings/settings.controller';
import { SettingsService } from './settings/settings.service';
import { billingChecks } from './reconciliation/billing-checks';
import { HoldReconciler } from './reconciliation/hold-reconciler';
import { OrphanedOrders } from './reconciliation/orphaned-orders';
import { PaymentReconciler } from './reconciliation/payment-reconciler';
import { RefundReconciler } from './reconciliation/refund-reconciler';
import { ReconciliationController } from './reconciliation/reconciliation.controller';
import { AdminTransactionsService } from './transactions/admin-transactions.service';
import { TransactionsController } from './transactions/transactions.controller';
import { TransactionsService } from './transactions/transactions.service';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WebhooksService } from './webhooks/webhooks.service';

@Module({})
export class BillingModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: BillingModule,
      imports: [
        PlatformModule.forRoot({
          service: 'billing',
          config: config.common,
          database: databaseSettings(config.database),
        }),
        TypeOrmModule.forFeature([CreditPackEntity, OrderEntity]),
      ],
      controllers: [
        AdjustmentsController,
        BalancesController,
        AccountDeletionsController,
        GrantsController,
        HoldsController,
        InvoicesController,
        JobMoneyController,
        LotsController,
        DailyTotalsController,
        OrdersController,
        PacksController,
        PaymentsController,
        SettingsController,
        ReconciliationController,
        RefundsController,
        TransactionsController,
        WebhooksController,
      ],
      providers: [
        { provide: BILLING_CONFIG, useValue: config },
        { provide: RazorpayClient, useFactory: () => new RazorpayClient(config.razorpay) },
        {
          provide: InvariantMonitor,
          inject: [DataSource, HoldReconciler, PaymentReconciler, RefundReconciler],
          useFactory: (
            source: DataSource,
            holds: HoldReconciler,
            payments: PaymentReconciler,
            refunds: RefundReconciler,
          ) =>
            new InvariantMonitor(
              databaseSettings(config.database),
              source,
              billingChecks(config.reconcile, holds, payments, refunds),
              config.reconcile.intervalMs,
            ),
        },
        AdjustmentsService,
        AdminTransactionsService,
        AlertCauses,
        {
          provide: AlertReporter,
          inject: [CallClient, AlertCauses],
          useFactory: (calls: CallClient, causes: AlertCauses) =>
            new AlertReporter(calls, 'billing', () => causes.list()),
        },
        BalancesService,
        DailyTotalsAggregator,
        ExpirySweeper,
        GrantsService,
        HoldReconciler,
        HoldsService,
        HoldAgeReporter,
        InvoicePoller,
        InvoicesService,
        JobMoneyService,
        LedgerService,
        LotsService,
        DailyTotalsService,
        OrderPoller,
        OrdersService,
        PackEditorService,
        PacksService,
        OrphanedOrders,
        PaymentReconciler,
        RefundReconciler,
        PaymentsService,
        RefundPoller,
        ExternalRefunds,
        RefundSender,
        RefundsService,
        SettingsService,
        SettlementService,
        TransactionsService,
        VideoRefundsService,
        UnusedCreditsService,
        WebhooksService,
      ],
    };
  }
}
