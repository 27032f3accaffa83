import { webhookDelivery } from '@luit/contracts/auth/webhooks';
import { Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { WebhookEndpointsService } from './webhook-endpoints.service';

@ApiTags('webhook endpoints')
@ApiBearerAuth('user')
@Controller('api/webhook-deliveries')
@UseGuards(UserGuard)
export class WebhookDeliveriesController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  @Post(':id/replay')
  @UseGuards(PerMinute('accountChangesPerMinute'))
  @Answers(201, webhookDelivery)
  @ApiOperation({ summary: 'Delivers an event again, with the same id' })
  replay(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.endpoints.replay(user.id, id);
  }
}
