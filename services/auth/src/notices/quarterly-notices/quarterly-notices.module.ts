import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { ContentReportsModule } from '../../trust/content-reports/content-reports.module';
import { QuarterlyNoticeMailer } from './quarterly-notice-mailer';
import { QuarterlyNoticesService } from './quarterly-notices.service';

/** The mail that reminds every user of the rules each quarter. */
@Module({
  imports: [AuditLogModule, ContentReportsModule],
  providers: [QuarterlyNoticeMailer, QuarterlyNoticesService],
})
export class QuarterlyNoticesModule {}
