import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrderEntity } from '../orders/order.entity';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { PaymentsService } from './payments.service';
import { SettlementService } from './settlement.service';

@Module({
  imports: [TypeOrmModule.forFeature([OrderEntity]), RazorpayModule],
  providers: [PaymentsService, SettlementService],
  exports: [SettlementService],
})
export class PaymentsModule {}
