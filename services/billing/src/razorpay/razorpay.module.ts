import { Module } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RazorpayClient } from './razorpay-client';

@Module({
  providers: [
    {
      provide: RazorpayClient,
      inject: [BILLING_CONFIG],
      useFactory: ({ razorpay }: BillingConfig) => new RazorpayClient(razorpay),
    },
  ],
  exports: [RazorpayClient],
})
export class RazorpayModule {}
