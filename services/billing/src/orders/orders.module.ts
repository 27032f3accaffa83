import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PacksModule } from '../packs/packs.module';
import { PaymentsModule } from '../payments/payments.module';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { OrderEntity } from './order.entity';
import { OrderPoller } from './order-poller';
import { OrderSearchService } from './order-search.service';
import { OrdersService } from './orders.service';

@Module({
  imports: [TypeOrmModule.forFeature([OrderEntity]), PacksModule, PaymentsModule, RazorpayModule],
  providers: [OrderPoller, OrderSearchService, OrdersService],
})
export class OrdersModule {}
