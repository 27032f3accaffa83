import {
  findingDecisionBody,
  findingsQuery,
  safetyBody,
  storedSafetySettings,
} from '@luit/contracts/generation/safety';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { adminFindingPage, AdminSafetyService } from './admin-safety.service';

class FindingDecisionDto extends dtoOf(findingDecisionBody) {}
class FindingsQuery extends dtoOf(findingsQuery) {}
class SafetyDto extends dtoOf(safetyBody) {}

@ApiTags('admin safety')
@ApiOperatorAuth()
@Controller('api/admin/safety')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminSafetyController {
  constructor(private readonly safety: AdminSafetyService) {}

  @Get()
  @RequiresPermission('safety.read')
  @Answers(200, storedSafetySettings)
  @ApiOperation({ summary: 'Returns which prompts are refused or reviewed' })
  get() {
    return this.safety.get();
  }

  @Get('findings')
  @RequiresPermission('safety.review')
  @Answers(200, adminFindingPage)
  @RecordedAccess('safety_findings_listed')
  @ApiOperation({ summary: 'Lists refused prompts and those to review, newest first' })
  listFindings(@Query() query: FindingsQuery) {
    return this.safety.listFindings(query);
  }

  @Post('findings/:id/decision')
  @RequiresPermission('safety.review')
  @Answers(200)
  @ApiOperation({ summary: 'Confirms a finding, or lifts it: the account may then use exactly this text' })
  decide(@Param('id') id: string, @Body() input: FindingDecisionDto, @CurrentUser() admin: Identity) {
    return this.safety.decide(id, input, admin);
  }

  @Post('findings/:id/output')
  @HttpCode(200)
  @RequiresPermission('safety.review')
  @AnswersFile('*/*')
  @ApiOperation({ summary: 'Sends the output that a finding is about; the audit log records the view with its reason' })
  openOutput(
    @Param('id') id: string,
    @Body() input: ReasonDto,
    @CurrentUser() admin: Identity,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.safety.openOutput(id, input, admin, request, reply);
  }

  @Put()
  @RequiresPermission('safety.change')
  @Answers(200, storedSafetySettings)
  @ApiOperation({
    summary: 'Changes verdicts, words, pauses after refusals and the classifier, unless they changed meanwhile',
  })
  change(@Body() input: SafetyDto, @CurrentUser() admin: Identity) {
    return this.safety.change(input, admin);
  }
}
