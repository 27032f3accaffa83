import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { ContentReportsModule } from '../content-reports/content-reports.module';
import { QuarterlyNoticeMailer } from './quarterly-notice-mailer';
import { QuarterlyNoticesController } from './quarterly-notices.controller';
import { QuarterlyNoticesService } from './quarterly-notices.service';

/** The mail that reminds every user of the rules each quarter. */
@Module({
  imports: [AuditLogModule, ContentReportsModule],
  controllers: [QuarterlyNoticesController],
  providers: [QuarterlyNoticeMailer, QuarterlyNoticesService],
})
export class QuarterlyNoticesModule {}
