import { revenueQuery } from '@luit/contracts/billing/daily-totals';
import { adminAnalytics, analyticsQuery, revenueReport } from '@luit/contracts/http/reports';
import { Controller, Get, Header, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import { ReportsService } from './reports.service';

class AnalyticsQuery extends dtoOf(analyticsQuery) {}
class RevenueQuery extends dtoOf(revenueQuery) {}

@ApiTags('admin reports')
@ApiOperatorAuth()
@Controller('api/admin')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('analytics')
  @RequiresPermission('reports.read')
  @Answers(200, adminAnalytics)
  @RecordedAccess('analytics_viewed')
  @ApiOperation({ summary: 'Returns registrations and purchases by day' })
  analytics(@Query() { timeframe }: AnalyticsQuery) {
    return this.reports.analytics(timeframe);
  }

  @Get('reports/revenue')
  @RequiresPermission('reports.read')
  @Answers(200, revenueReport)
  @ApiOperation({ summary: 'Returns captured and refunded amounts by day, in rupees' })
  revenue(@Query() query: RevenueQuery) {
    return this.reports.revenue(query);
  }

  @Get('reports/revenue.csv')
  @RequiresPermission('reports.export')
  @AnswersFile('text/csv')
  @RecordedAccess('revenue_exported')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Returns the revenue report as CSV' })
  revenueFile(@Query() query: RevenueQuery): Promise<StreamableFile> {
    return this.reports.revenueFile(query);
  }
}
