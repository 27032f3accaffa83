import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrderEntity } from '../orders/order.entity';
import { OrdersModule } from '../orders/orders.module';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { OrderPoller } from './order-poller';
import { PaymentsService } from './payments.service';
import { SettlementService } from './settlement.service';

@Module({
  imports: [TypeOrmModule.forFeature([OrderEntity]), OrdersModule, RazorpayModule],
  providers: [OrderPoller, PaymentsService, SettlementService],
  exports: [SettlementService],
})
export class PaymentsModule {}
