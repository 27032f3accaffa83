import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Param, ParseUUIDPipe, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReasonDto } from '../../reason.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';

@ApiTags('admin jobs')
@ApiOperatorAuth()
@Controller('api/admin/jobs')
@UseGuards(AdminGuard)
@DataEnvelope()
export class UnconfirmedJobsController {
  constructor(private readonly calls: CallClient) {}

  @Post(':id/search')
  @RequiresPermission('jobs.change')
  @Answers(200, operationsCalls.searchUnconfirmedJob.output)
  @ApiOperation({ summary: 'Searches the provider now for the task of a job whose submission is unconfirmed' })
  search(@CurrentUser() { id: adminId }: Identity, @Param('id', ParseUUIDPipe) id: string) {
    return this.calls.call(operationsCalls.searchUnconfirmedJob, { adminId, id });
  }

  @Post(':id/declare-lost')
  @RequiresPermission('jobs.refund')
  @Answers(200, operationsCalls.declareJobLost.output)
  @ApiOperation({ summary: 'Ends a job whose submission is unconfirmed and returns its credits' })
  declareLost(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { reason }: ReasonDto,
  ) {
    return this.calls.call(operationsCalls.declareJobLost, { adminId, id, reason });
  }
}
