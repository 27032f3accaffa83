import {
  findingDecisionBody,
  findingsQuery,
  type SafetyCategory,
  safetyCategoryBody,
  safetyClassifierBody,
  safetySettings,
  safetyThrottleBody,
} from '@luit/contracts/generation/safety';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
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
class SafetyCategoryDto extends dtoOf(safetyCategoryBody) {}
class SafetyClassifierDto extends dtoOf(safetyClassifierBody) {}
class SafetyThrottleDto extends dtoOf(safetyThrottleBody) {}

@ApiTags('admin safety')
@ApiOperatorAuth()
@Controller('api/admin/safety')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminSafetyController {
  constructor(private readonly safety: AdminSafetyService) {}

  @Get()
  @RequiresPermission('safety.read')
  @Answers(200, safetySettings)
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

  @Put('categories/:category')
  @RequiresPermission('safety.change')
  @Answers(200, safetySettings)
  @ApiOperation({ summary: 'Replaces the verdict and the words of a category' })
  @ApiParam({ name: 'category', type: String })
  changeCategory(
    @Param('category') category: SafetyCategory,
    @Body() input: SafetyCategoryDto,
    @CurrentUser() admin: Identity,
  ) {
    return this.safety.changeCategory(category, input, admin);
  }

  @Put('throttle')
  @RequiresPermission('safety.change')
  @Answers(200, safetySettings)
  @ApiOperation({ summary: 'Sets how many refused prompts pause an account, and for how long' })
  changeThrottle(@Body() input: SafetyThrottleDto, @CurrentUser() admin: Identity) {
    return this.safety.changeThrottle(input, admin);
  }

  @Put('classifier')
  @RequiresPermission('safety.change')
  @Answers(200, safetySettings)
  @ApiOperation({
    summary: 'Sets the thresholds of the classifier, and what happens to requests that it does not answer',
  })
  changeClassifier(@Body() input: SafetyClassifierDto, @CurrentUser() admin: Identity) {
    return this.safety.changeClassifier(input, admin);
  }
}
