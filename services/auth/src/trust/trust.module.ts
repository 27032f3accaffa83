import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { ContactMessagesService } from './contact-messages/contact-messages.service';
import { ContentReportLists } from './content-reports/content-report-lists';
import { ContentReportsService } from './content-reports/content-reports.service';
import { ReportStatisticsService } from './content-reports/report-statistics.service';
import { RetainedRecordsService } from './retained-records/retained-records.service';

/** Reports of outputs, messages to the operators, and retained records of erased accounts. */
@Module({
  imports: [RecordsModule],
  providers: [
    ContactMessagesService,
    ContentReportLists,
    ContentReportsService,
    ReportStatisticsService,
    RetainedRecordsService,
  ],
  exports: [ReportStatisticsService, RetainedRecordsService],
})
export class TrustModule {}
