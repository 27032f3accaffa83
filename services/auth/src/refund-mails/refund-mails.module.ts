import { Module } from '@nestjs/common';
import { RefundMailer } from './refund-mailer';
import { RefundMailsController } from './refund-mails.controller';

/** Mails about refunds. */
@Module({
  controllers: [RefundMailsController],
  providers: [RefundMailer],
})
export class RefundMailsModule {}
