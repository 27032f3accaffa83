import { Module } from '@nestjs/common';
import { TrustModule } from '../../trust/trust.module';
import { MailDeliveriesModule } from '../mails/mail-deliveries.module';
import { QuarterlyNoticesService } from './quarterly-notices.service';

/** The mail that reminds every user of the rules each quarter. */
@Module({
  imports: [TrustModule, MailDeliveriesModule],
  providers: [QuarterlyNoticesService],
})
export class QuarterlyNoticesModule {}
