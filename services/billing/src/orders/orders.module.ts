import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PacksModule } from '../packs/packs.module';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { OrderEntity } from './order.entity';
import { OrderSearchService } from './order-search.service';
import { OrdersService } from './orders.service';

@Module({
  imports: [TypeOrmModule.forFeature([OrderEntity]), PacksModule, RazorpayModule],
  providers: [OrderSearchService, OrdersService],
  exports: [OrdersService],
})
export class OrdersModule {}
