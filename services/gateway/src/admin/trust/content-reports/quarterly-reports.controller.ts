import { quarterlyNotice, quarterlyNoticeBody } from '@luit/contracts/auth/quarterly-notices';
import { reportStatistics } from '@luit/contracts/auth/report-statistics';
import { Body, Controller, Get, Header, Param, Post, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { QuarterlyReportsService } from './quarterly-reports.service';

class QuarterlyNoticeDto extends dtoOf(quarterlyNoticeBody) {}

@ApiTags('admin content reports')
@ApiOperatorAuth()
@Controller('api/admin/quarterly-reports/:quarter')
@UseGuards(AdminGuard)
@DataEnvelope()
export class QuarterlyReportsController {
  constructor(private readonly reports: QuarterlyReportsService) {}

  @Get()
  @RequiresPermission('content_reports.read')
  @Answers(200, { statistics: reportStatistics })
  @ApiOperation({ summary: 'Counts the reports and takedowns of a quarter such as 2026-Q4, in IST' })
  get(@Param('quarter') quarter: string) {
    return this.reports.get(quarter);
  }

  @Get('statistics.csv')
  @RequiresPermission('content_reports.export')
  @AnswersFile('text/csv')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Returns the counts of a quarter as CSV' })
  file(@Param('quarter') quarter: string): Promise<StreamableFile> {
    return this.reports.file(quarter);
  }

  @Get('notice')
  @RequiresPermission('content_reports.read')
  @Answers(200, { notice: quarterlyNotice })
  @ApiOperation({ summary: 'Previews the notice of a quarter, or returns its progress once it is sent' })
  getNotice(@Param('quarter') quarter: string) {
    return this.reports.getNotice(quarter);
  }

  @Post('notice')
  @RequiresPermission('quarterly_notices.send')
  @Answers(200)
  @ApiOperation({ summary: 'Emails every user the notice of a quarter that has ended, once' })
  sendNotice(@CurrentUser() admin: Identity, @Param('quarter') quarter: string, @Body() input: QuarterlyNoticeDto) {
    return this.reports.sendNotice(admin.id, quarter, input);
  }
}
