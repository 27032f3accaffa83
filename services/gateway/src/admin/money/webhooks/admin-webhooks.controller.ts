import { replayedWebhook, webhookDetails, webhookPage, webhooksQuery } from '@luit/contracts/billing/webhook-events';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminWebhooksService } from './admin-webhooks.service';

class WebhooksQuery extends dtoOf(webhooksQuery) {}

@ApiTags('admin transactions')
@ApiOperatorAuth()
@Controller('api/admin/webhooks')
@UseGuards(AdminGuard)
@RequiresPermission('transactions.read')
@DataEnvelope()
export class AdminWebhooksController {
  constructor(private readonly webhooks: AdminWebhooksService) {}

  @Get()
  @Answers(200, webhookPage)
  @RecordedAccess('webhooks_listed')
  @ApiOperation({ summary: 'Lists Razorpay webhooks with their outcome, newest first' })
  list(@Query() query: WebhooksQuery) {
    return this.webhooks.list(query);
  }

  @Get(':id')
  @Answers(200, webhookDetails)
  @RecordedAccess('webhook_viewed')
  @ApiOperation({ summary: 'Returns one webhook with its body, in which personal data is masked' })
  get(@Param('id') id: string) {
    return this.webhooks.get(id);
  }

  @Post(':id/replay')
  @RequiresPermission('webhooks.replay')
  @Answers(200, replayedWebhook)
  @ApiOperation({ summary: 'Reapplies a verified webhook that had no effect' })
  replay(@CurrentUser() admin: Identity, @Param('id') id: string, @Body() input: ReasonDto) {
    return this.webhooks.replay(admin.id, id, input);
  }
}
