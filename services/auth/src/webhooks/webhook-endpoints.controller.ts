import { authCalls } from '@luit/contracts/auth/messages';
import type { IssuedWebhookEndpoint, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type FailingEndpointPage, FailingEndpointsService } from './failing-endpoints.service';
import { WebhookEndpointsService } from './webhook-endpoints.service';

@Controller()
export class WebhookEndpointsController {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly failing: FailingEndpointsService,
  ) {}

  @OnCall(authCalls.listWebhookEndpoints)
  list(request: RequestOf<typeof authCalls.listWebhookEndpoints>): Promise<{ endpoints: WebhookEndpoint[] }> {
    return this.endpoints.list(request);
  }

  @OnCall(authCalls.listFailingWebhookEndpoints)
  listFailing(request: RequestOf<typeof authCalls.listFailingWebhookEndpoints>): Promise<FailingEndpointPage> {
    return this.failing.list(request);
  }

  @OnCall(authCalls.createWebhookEndpoint)
  create(request: RequestOf<typeof authCalls.createWebhookEndpoint>): Promise<IssuedWebhookEndpoint> {
    return this.endpoints.create(request);
  }

  @OnCall(authCalls.updateWebhookEndpoint)
  update(request: RequestOf<typeof authCalls.updateWebhookEndpoint>): Promise<WebhookEndpoint> {
    return this.endpoints.update(request);
  }

  @OnCall(authCalls.deleteWebhookEndpoint)
  async remove(request: RequestOf<typeof authCalls.deleteWebhookEndpoint>): Promise<Record<string, never>> {
    await this.endpoints.remove(request);
    return {};
  }

  @OnCall(authCalls.rotateWebhookSecret)
  rotate(request: RequestOf<typeof authCalls.rotateWebhookSecret>): Promise<IssuedWebhookEndpoint> {
    return this.endpoints.rotate(request);
  }
}
