import { page } from '@luit/contracts/messages/fields';
import { contentReport, contentReportsQuery, reportDecisionBody } from '@luit/contracts/auth/content-reports';
import { approval } from '@luit/contracts/billing/approvals';
import { accountWithTakedowns } from '@luit/contracts/http/takedowns';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { AdminContentReportsService } from './admin-content-reports.service';

class ContentReportsQuery extends dtoOf(contentReportsQuery) {}
class ReportDecisionDto extends dtoOf(reportDecisionBody) {}

@ApiTags('admin content reports')
@ApiOperatorAuth()
@Controller('api/admin/content-reports')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminContentReportsController {
  constructor(private readonly reports: AdminContentReportsService) {}

  @Get()
  @RequiresPermission('content_reports.read')
  @Answers(200, page(contentReport))
  @RecordedAccess('content_reports_listed')
  @ApiOperation({
    summary: 'Lists reports of outputs and grievances: open ones by the time that is left, decided ones latest first',
  })
  list(@Query() query: ContentReportsQuery) {
    return this.reports.list(query);
  }

  @Get('repeated-takedowns')
  @RequiresPermission('content_reports.read')
  @Answers(200, { items: z.array(accountWithTakedowns) })
  @RecordedAccess('content_reports_listed')
  @ApiOperation({ summary: 'Lists accounts with three or more takedowns within a year, the latest takedown first' })
  repeatedTakedowns() {
    return this.reports.repeatedTakedowns();
  }

  @Post(':id/decision')
  @RequiresPermission('content_reports.decide')
  @Answers(200, { report: contentReport, approval: approval.nullable() })
  @ApiOperation({
    summary: 'Takes the reported output down, or rejects or answers the report; its reporter reads the answer',
  })
  decide(@CurrentUser() admin: Operator, @Param('id') id: string, @Body() input: ReportDecisionDto) {
    return this.reports.decide(admin, id, input);
  }
}
