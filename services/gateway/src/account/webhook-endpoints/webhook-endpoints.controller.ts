import { MAX_REPLAYED_WEBHOOKS } from '@luit/contracts/auth/webhook-limits';
import {
  deliveriesReplayBody,
  webhookDeliveries,
  webhookDelivery,
  webhookEndpoint,
  webhookEndpointBody,
  webhookEndpointChangeBody,
} from '@luit/contracts/auth/webhooks';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import { cappedCount } from '@luit/contracts/messages/fields';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import { IdPageQuery } from '../../http/requests/page-query';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import { GrantsLastingAccess } from '../../access/identities/lasting-access.guard';
import { From } from '../../access/identities/request-source';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { WebhookEndpointsService } from './webhook-endpoints.service';

class DeliveriesReplayDto extends dtoOf(deliveriesReplayBody) {}
class WebhookEndpointChangeDto extends dtoOf(webhookEndpointChangeBody) {}
class WebhookEndpointDto extends dtoOf(webhookEndpointBody) {}

const issuedEndpoint = webhookEndpoint.extend({
  /** The secret that verifies signatures, which no later response contains. */
  secret: z.string(),
});

@ApiTags('webhook endpoints')
@ApiBearerAuth('user')
@Controller('api/webhook-endpoints')
@UseGuards(UserGuard)
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  @Get()
  @Answers(200, { endpoints: z.array(webhookEndpoint) })
  @ApiOperation({ summary: 'Lists the webhook endpoints of the account, oldest first' })
  list(@CurrentUser() user: Identity) {
    return this.endpoints.list(user.id);
  }

  @Post()
  @UseGuards(PerMinute('accountChangesPerMinute'))
  @GrantsLastingAccess('webhook_endpoint')
  @Answers(201, issuedEndpoint)
  @ApiOperation({ summary: 'Creates a webhook endpoint, whose secret is returned this once' })
  create(
    @CurrentUser() user: Identity,
    @Body() input: WebhookEndpointDto,
    @From() from: RequestSource,
    @IdempotencyKey() idempotencyKey?: string,
  ) {
    return this.endpoints.create(user.id, input, { from, idempotencyKey });
  }

  @Patch(':id')
  @UseGuards(PerMinute('accountChangesPerMinute'))
  @GrantsLastingAccess('webhook_endpoint')
  @Answers(200, webhookEndpoint)
  @ApiOperation({ summary: 'Changes the URL or the events of a webhook endpoint, or turns it on or off' })
  change(
    @CurrentUser() user: Identity,
    @Param('id') id: string,
    @Body() input: WebhookEndpointChangeDto,
    @From() from: RequestSource,
  ) {
    return this.endpoints.change(user.id, id, input, from);
  }

  @Delete(':id')
  @AnswersNothing()
  @ApiOperation({ summary: 'Deletes a webhook endpoint with its deliveries' })
  remove(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.endpoints.remove(user.id, id);
  }

  @Post(':id/rotate')
  @UseGuards(PerMinute('accountChangesPerMinute'))
  @GrantsLastingAccess('webhook_endpoint')
  @Answers(201, issuedEndpoint)
  @ApiOperation({ summary: 'Replaces the secret; the previous one signs as well for 24 hours' })
  rotate(
    @CurrentUser() user: Identity,
    @Param('id') id: string,
    @From() from: RequestSource,
    @IdempotencyKey() idempotencyKey?: string,
  ) {
    return this.endpoints.rotate(user.id, id, { from, idempotencyKey });
  }

  @Post(':id/test')
  @UseGuards(PerMinute('accountChangesPerMinute'))
  @Answers(201, webhookDelivery)
  @ApiOperation({ summary: 'Sends a test event' })
  test(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.endpoints.test(user.id, id);
  }

  @Post(':id/replay')
  @UseGuards(PerMinute('accountChangesPerMinute'))
  @Answers(200, cappedCount)
  @ApiOperation({
    summary: 'Delivers all or only the failed events of a time range again, oldest first, with the same ids',
    description:
      `At most a hundred a second, no faster than the endpoint accepts them, and at most ${MAX_REPLAYED_WEBHOOKS.toLocaleString('en-US')} in total. ` +
      '`total` is the number of deliveries, also for a dry run, where `isTotalCapped` means that there are more. Deliveries that are still in ' +
      'progress are left out. Repeating the same request within a minute starts nothing more.',
  })
  replay(@CurrentUser() user: Identity, @Param('id') id: string, @Body() input: DeliveriesReplayDto) {
    return this.endpoints.replayAll(user.id, id, input);
  }

  @Get(':id/deliveries')
  @Answers(200, webhookDeliveries)
  @ApiOperation({ summary: 'Lists the deliveries that are kept with their last attempts, newest first' })
  deliveries(@CurrentUser() user: Identity, @Param('id') id: string, @Query() query: IdPageQuery) {
    return this.endpoints.deliveries(user.id, id, query);
  }
}
