import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { TrustModule } from '../../trust/trust.module';
import { QuarterlyNoticeMailer } from './quarterly-notice-mailer';
import { QuarterlyNoticesService } from './quarterly-notices.service';

/** The mail that reminds every user of the rules each quarter. */
@Module({
  imports: [RecordsModule, TrustModule],
  providers: [QuarterlyNoticeMailer, QuarterlyNoticesService],
})
export class QuarterlyNoticesModule {}
