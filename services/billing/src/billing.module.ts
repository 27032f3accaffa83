import { Scoreboard } from '@luit/platform/invariants/scoreboard';
import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AdjustmentsController } from './adjustments/adjustments.controller';
import { AdjustmentsService } from './adjustments/adjustments.service';
import { AlertCauses } from './reconcile/alert-causes.service';
import { JobMoneyController } from './job-money/job-money.controller';
import { JobMoneyService } from './job-money/job-money.service';
import { BalancesController } from './balances/balances.controller';
import { BalancesService } from './balances/balances.service';
import { ExpirySweeper } from './balances/expiry.sweeper';
import { ClosingsController } from './closings/closings.controller';
import { UnusedCreditsService } from './closings/unused-credits.service';
import { BILLING_CONFIG, type BillingConfig } from './config';
import { databaseSettings } from './database';
import { GrantsController } from './grants/grants.controller';
import { GrantsService } from './grants/grants.service';
import { HoldsController } from './holds/holds.controller';
import { HoldGauges } from './holds/hold-gauges.poller';
import { HoldsService } from './holds/holds.service';
import { InvoicePoller } from './invoices/invoice.poller';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';
import { Ledger } from './ledger/ledger.service';
import { LotsController } from './lots/lots.controller';
import { LotsService } from './lots/lots.service';
import { DayFolder } from './money-days/day.folder';
import { MoneyDaysController } from './money-days/money-days.controller';
import { MoneyDaysService } from './money-days/money-days.service';
import { Order } from './orders/order.entity';
import { OrderPoller } from './orders/order.poller';
import { OrdersController } from './orders/orders.controller';
import { OrdersService } from './orders/orders.service';
import { CreditPackRow } from './packs/credit-pack.entity';
import { PackEditor } from './packs/pack-editor.service';
import { PacksController } from './packs/packs.controller';
import { PacksService } from './packs/packs.service';
import { PaymentsController } from './payments/payments.controller';
import { PaymentsService } from './payments/payments.service';
import { SettlementService } from './payments/settlement.service';
import { RazorpayClient } from './razorpay/razorpay.client';
import { RefundsController } from './refunds/refunds.controller';
import { RemoteBooks } from './refunds/remote-books.service';
import { RefundPoller } from './refunds/refund.poller';
import { RefundSender } from './refunds/refund.sender';
import { RefundsService } from './refunds/refunds.service';
import { VideoRefunds } from './refunds/video-refunds.service';
import { SettingsController } from './settings/settings.controller';
import { SettingsService } from './settings/settings.service';
import { billingChecks } from './reconcile/checks';
import { HoldComparison } from './reconcile/hold-comparison';
import { LostOrders } from './reconcile/lost-orders.service';
import { PaymentComparison } from './reconcile/payment-comparison';
import { RefundComparison } from './reconcile/refund-comparison';
import { ReconcileController } from './reconcile/reconcile.controller';
import { AllTransactions } from './transactions/all-transactions.service';
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
        TypeOrmModule.forFeature([CreditPackRow, Order]),
      ],
      controllers: [
        AdjustmentsController,
        BalancesController,
        ClosingsController,
        GrantsController,
        HoldsController,
        InvoicesController,
        JobMoneyController,
        LotsController,
        MoneyDaysController,
        OrdersController,
        PacksController,
        PaymentsController,
        SettingsController,
        ReconcileController,
        RefundsController,
        TransactionsController,
        WebhooksController,
      ],
      providers: [
        { provide: BILLING_CONFIG, useValue: config },
        { provide: RazorpayClient, useFactory: () => new RazorpayClient(config.razorpay) },
        {
          provide: Scoreboard,
          inject: [DataSource, HoldComparison, PaymentComparison, RefundComparison],
          useFactory: (
            source: DataSource,
            holds: HoldComparison,
            payments: PaymentComparison,
            refunds: RefundComparison,
          ) =>
            new Scoreboard(
              databaseSettings(config.database),
              source,
              billingChecks(config.reconcile, holds, payments, refunds),
              config.reconcile.everyMs,
            ),
        },
        AdjustmentsService,
        AllTransactions,
        AlertCauses,
        {
          provide: AlertReporter,
          inject: [CallClient, AlertCauses],
          useFactory: (calls: CallClient, causes: AlertCauses) =>
            new AlertReporter(calls, 'billing', () => causes.look()),
        },
        BalancesService,
        DayFolder,
        ExpirySweeper,
        GrantsService,
        HoldComparison,
        HoldsService,
        HoldGauges,
        InvoicePoller,
        InvoicesService,
        JobMoneyService,
        Ledger,
        LotsService,
        MoneyDaysService,
        OrderPoller,
        OrdersService,
        PackEditor,
        PacksService,
        LostOrders,
        PaymentComparison,
        RefundComparison,
        PaymentsService,
        RefundPoller,
        RemoteBooks,
        RefundSender,
        RefundsService,
        SettingsService,
        SettlementService,
        TransactionsService,
        VideoRefunds,
        UnusedCreditsService,
        WebhooksService,
      ],
    };
  }
}
