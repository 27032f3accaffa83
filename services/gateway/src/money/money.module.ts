import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { CreditsController } from './credits/credits.controller';
import { CreditsService } from './credits/credits.service';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';
import { VideoReceiptsController } from './invoices/video-receipts.controller';
import { OrdersService } from './payments/orders.service';
import { PaymentsController } from './payments/payments.controller';
import { PaymentsService } from './payments/payments.service';
import { PlansController } from './plans/plans.controller';
import { PlansService } from './plans/plans.service';
import { PromoCodesController } from './promo-codes/promo-codes.controller';
import { PromoCodesService } from './promo-codes/promo-codes.service';
import { StorageModule } from '../storage/storage.module';

/** Plans, orders, payments, credits and invoices. */
@Module({
  imports: [AccessModule, StorageModule],
  controllers: [
    CreditsController,
    InvoicesController,
    PaymentsController,
    PlansController,
    PromoCodesController,
    VideoReceiptsController,
  ],
  providers: [CreditsService, InvoicesService, OrdersService, PaymentsService, PlansService, PromoCodesService],
  exports: [InvoicesService],
})
export class MoneyModule {}
