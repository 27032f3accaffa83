import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module';
import { AdminDisputesController } from './disputes/admin-disputes.controller';
import { AdminDisputesService } from './disputes/admin-disputes.service';
import { AdminInvoicesController } from './invoices/admin-invoices.controller';
import { AdminOrdersController } from './orders/admin-orders.controller';
import { AdminOrdersService } from './orders/admin-orders.service';
import { AdminRefundsController } from './orders/admin-refunds.controller';
import { AdminPacksController } from './packs/admin-packs.controller';
import { AdminPacksService } from './packs/admin-packs.service';
import { AdminPlansController } from './plans/admin-plans.controller';
import { AdminPlansService } from './plans/admin-plans.service';
import { AdminPromoCodesController } from './promo-codes/admin-promo-codes.controller';
import { AdminPromoCodesService } from './promo-codes/admin-promo-codes.service';
import { AdminSettingsController } from './settings/admin-settings.controller';
import { AdminSettingsService } from './settings/admin-settings.service';
import { AdminTransactionsController } from './transactions/admin-transactions.controller';
import { AdminTransactionsService } from './transactions/admin-transactions.service';
import { TransactionExportService } from './transactions/transaction-export.service';
import { AdminWebhooksController } from './webhooks/admin-webhooks.controller';
import { AdminWebhooksService } from './webhooks/admin-webhooks.service';
import { AdminOperatorsModule } from '../operators/admin-operators.module';
import { MoneyModule } from '../../money/money.module';

/** Prices, orders, refunds, transactions and disputes. */
@Module({
  imports: [AccessModule, AdminOperatorsModule, MoneyModule],
  controllers: [
    AdminDisputesController,
    AdminInvoicesController,
    AdminOrdersController,
    AdminPacksController,
    AdminPlansController,
    AdminPromoCodesController,
    AdminRefundsController,
    AdminSettingsController,
    AdminTransactionsController,
    AdminWebhooksController,
  ],
  providers: [
    AdminDisputesService,
    AdminOrdersService,
    AdminPacksService,
    AdminPlansService,
    AdminPromoCodesService,
    AdminSettingsService,
    AdminTransactionsService,
    AdminWebhooksService,
    TransactionExportService,
  ],
  exports: [AdminTransactionsService],
})
export class AdminMoneyModule {}
