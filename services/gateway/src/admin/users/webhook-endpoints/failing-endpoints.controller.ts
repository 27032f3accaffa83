import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { PageQuery } from '../../../http/requests/page-query';
import { AdminGuard } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';

@ApiTags('admin users')
@ApiOperatorAuth()
@Controller('api/admin/failing-webhook-endpoints')
@UseGuards(AdminGuard)
@DataEnvelope()
export class FailingEndpointsController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @RequiresPermission('users.read')
  @Answers(200, authCalls.listFailingWebhookEndpoints.output)
  @RecordedAccess('failing_webhooks_listed')
  @ApiOperation({
    summary: 'Lists webhook endpoints of users at which every delivery fails, the longest failing first',
  })
  list(@Query() { limit, cursor }: PageQuery) {
    return this.calls.call(authCalls.listFailingWebhookEndpoints, { limit, cursor });
  }
}
