import { approval, approvalsQuery } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { Body, Controller, Get, Param, ParseUUIDPipe, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Operator } from '../../../access/identities/token.strategy';
import { ApprovalsService } from './approvals.service';

class ApprovalsQuery extends dtoOf(approvalsQuery) {}

@ApiTags('admin approvals')
@ApiOperatorAuth()
@Controller('api/admin/approvals')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Get()
  @RequiresPermission('approvals.read')
  @Answers(200, billingCalls.listApprovals.output)
  @ApiOperation({ summary: 'Lists actions that are or were waiting for a second operator, newest first' })
  list(@CurrentUser() admin: Operator, @Query() query: ApprovalsQuery) {
    return this.approvals.list(admin, query);
  }

  @Post(':id/approve')
  @RequiresPermission('approvals.decide')
  @Answers(200, approval)
  @ApiOperation({ summary: 'Approves and executes another operator’s action' })
  approve(@CurrentUser() admin: Operator, @Param('id', ParseUUIDPipe) id: string) {
    return this.approvals.approve(admin, id);
  }

  @Post(':id/decline')
  @RequiresPermission('approvals.decide')
  @Answers(200, approval)
  @ApiOperation({ summary: 'Declines another operator’s action, or withdraws your own' })
  decline(@CurrentUser() admin: Operator, @Param('id', ParseUUIDPipe) id: string, @Body() { reason }: ReasonDto) {
    return this.approvals.decline(admin, id, reason);
  }
}
