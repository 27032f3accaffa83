import type { ContentReport, ReportReceipt } from '@luit/contracts/auth/content-reports';
import type { ReportStatistics } from '@luit/contracts/auth/report-statistics';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ContentReportLists } from './content-report-lists';
import { ReportStatisticsService } from './report-statistics.service';
import { ContentReportsService } from './content-reports.service';

@Controller()
export class ContentReportsController {
  constructor(
    private readonly reports: ContentReportsService,
    private readonly lists: ContentReportLists,
    private readonly statistics: ReportStatisticsService,
  ) {}

  @OnCall(authCalls.postContentReport)
  post(input: RequestOf<typeof authCalls.postContentReport>): Promise<ReportReceipt> {
    return this.reports.post(input);
  }

  @OnCall(authCalls.getReportReceipt)
  receipt({ number }: RequestOf<typeof authCalls.getReportReceipt>): Promise<ReportReceipt> {
    return this.reports.receipt(number);
  }

  @OnCall(authCalls.listContentReports)
  list(query: RequestOf<typeof authCalls.listContentReports>): ReturnType<ContentReportLists['list']> {
    return this.lists.list(query);
  }

  @OnCall(authCalls.getReportStatistics)
  count({ quarter }: RequestOf<typeof authCalls.getReportStatistics>): Promise<ReportStatistics> {
    return this.statistics.of(quarter);
  }

  @OnCall(authCalls.decideContentReport)
  decide(input: RequestOf<typeof authCalls.decideContentReport>): Promise<ContentReport> {
    return this.reports.decide(input);
  }
}
