import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { ContentReportLists } from './content-report-lists';
import { ReportStatisticsService } from './report-statistics.service';
import { ContentReportsService } from './content-reports.service';

/** Reports of outputs, and grievances. */
@Module({
  imports: [AuditLogModule, MailsModule],
  providers: [ContentReportLists, ContentReportsService, ReportStatisticsService],
  exports: [ReportStatisticsService],
})
export class ContentReportsModule {}
