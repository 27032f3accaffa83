import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { PageQuery } from '../../http/page-query';
import { AdminGuard } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';

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
