import { Module } from '@nestjs/common';
import { ContentReportsModule } from '../content-reports/content-reports.module';
import { MailsModule } from '../mails/mails.module';
import { QuarterlyNoticesService } from './quarterly-notices.service';

/** The mail that reminds every user of the rules each quarter. */
@Module({
  imports: [ContentReportsModule, MailsModule],
  providers: [QuarterlyNoticesService],
})
export class QuarterlyNoticesModule {}
