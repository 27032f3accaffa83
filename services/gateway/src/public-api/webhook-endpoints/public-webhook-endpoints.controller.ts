import type { RequestSource } from '@luit/contracts/auth/sessions';
import { webhookEndpointBody, webhookEndpointUpdateBody } from '@luit/contracts/auth/webhooks';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { GrantsLastingAccess } from '../../access/identities/lasting-access.guard';
import { From } from '../../access/identities/request-source';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { listOf } from '../list';
import { PageAfterQuery } from '../list-query';
import { PublicApiRoute } from '../public-api-route';
import { PublicWebhookEndpointsService } from './public-webhook-endpoints.service';
import { issuedWebhookEndpoint, publicWebhookDelivery, publicWebhookEndpoint } from './webhook-endpoint';

class NewWebhookEndpointDto extends dtoOf(webhookEndpointBody) {}
class WebhookEndpointUpdateDto extends dtoOf(webhookEndpointUpdateBody) {}

const SCOPE = 'webhooks:write';
const deleted = { id: z.string(), object: z.literal('webhook_endpoint.deleted'), deleted: z.literal(true) };
const Limited = () => UseGuards(PerMinute('accountChangesPerMinute'));

@ApiTags('public api')
@Controller('v1/webhook_endpoints')
export class PublicWebhookEndpointsController {
  constructor(private readonly endpoints: PublicWebhookEndpointsService) {}

  @Post()
  @Limited()
  @GrantsLastingAccess('webhook_endpoint')
  @Answers(200, issuedWebhookEndpoint)
  @PublicApiRoute(
    SCOPE,
    'Creates a webhook endpoint, whose secret is returned this once, and mails the owner of the account',
  )
  create(
    @Req() { user }: ApiRequest,
    @Body() input: NewWebhookEndpointDto,
    @From() from: RequestSource,
    @IdempotencyKey() idempotencyKey?: string,
  ) {
    return this.endpoints.create(user!, input, { from, idempotencyKey });
  }

  @Get()
  @Answers(200, listOf(publicWebhookEndpoint))
  @PublicApiRoute(SCOPE, 'Lists the webhook endpoints of the account, oldest first')
  list(@Req() { user }: ApiRequest) {
    return this.endpoints.list(user!);
  }

  @Get(':id')
  @Answers(200, publicWebhookEndpoint)
  @PublicApiRoute(SCOPE, 'Returns a webhook endpoint')
  get(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.endpoints.get(user!, id);
  }

  @Patch(':id')
  @Limited()
  @GrantsLastingAccess('webhook_endpoint')
  @Answers(200, publicWebhookEndpoint)
  @PublicApiRoute(SCOPE, 'Changes the URL or the events of a webhook endpoint, or turns it on or off')
  update(
    @Req() { user }: ApiRequest,
    @Param('id') id: string,
    @Body() input: WebhookEndpointUpdateDto,
    @From() from: RequestSource,
  ) {
    return this.endpoints.update(user!, id, input, from);
  }

  @Delete(':id')
  @Answers(200, deleted)
  @PublicApiRoute(SCOPE, 'Deletes a webhook endpoint with its deliveries')
  async remove(@Req() { user }: ApiRequest, @Param('id') id: string) {
    await this.endpoints.remove(user!, id);
    return { id, object: 'webhook_endpoint.deleted' as const, deleted: true as const };
  }

  @Post(':id/rotate_secret')
  @Limited()
  @GrantsLastingAccess('webhook_endpoint')
  @Answers(200, issuedWebhookEndpoint)
  @PublicApiRoute(SCOPE, 'Replaces the secret; the previous one signs as well for 24 hours')
  rotate(
    @Req() { user }: ApiRequest,
    @Param('id') id: string,
    @From() from: RequestSource,
    @IdempotencyKey() idempotencyKey?: string,
  ) {
    return this.endpoints.rotate(user!, id, { from, idempotencyKey });
  }

  @Post(':id/test')
  @Limited()
  @Answers(200, publicWebhookDelivery)
  @PublicApiRoute(SCOPE, 'Sends the event `webhook.test`')
  test(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.endpoints.test(user!, id);
  }

  @Get(':id/deliveries')
  @Answers(200, listOf(publicWebhookDelivery))
  @PublicApiRoute(SCOPE, 'Lists the deliveries that are kept with their last attempts, newest first')
  deliveries(@Req() { user }: ApiRequest, @Param('id') id: string, @Query() query: PageAfterQuery) {
    return this.endpoints.deliveries(user!, id, query);
  }
}
