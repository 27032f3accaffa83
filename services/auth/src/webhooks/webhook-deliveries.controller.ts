import { authCalls } from '@luit/contracts/auth/messages';
import type { SignedWebhook, WebhookDelivery, WebhookDeliveryPage } from '@luit/contracts/auth/webhooks';
import type { ApiKeyBudgetExhausted } from '@luit/contracts/billing/api-key-budgets';
import { billingEvents } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestChanged, RequestErased } from '@luit/contracts/generation/requests';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { WebhookAttemptsService } from './webhook-attempts.service';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookReplaysService } from './webhook-replays.service';

@Controller()
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveriesService,
    private readonly attempts: WebhookAttemptsService,
    private readonly replays: WebhookReplaysService,
  ) {}

  @OnEvent(generationEvents.requestChanged)
  requestChanged(change: RequestChanged, manager: EntityManager): Promise<void> {
    return this.deliveries.queue(manager, change);
  }

  @OnEvent(generationEvents.requestErased)
  requestErased(erased: RequestErased, manager: EntityManager): Promise<void> {
    return this.deliveries.redact(manager, erased);
  }

  @OnEvent(billingEvents.apiKeyBudgetExhausted)
  budgetExhausted(notice: ApiKeyBudgetExhausted, manager: EntityManager): Promise<void> {
    return this.deliveries.queueExhaustedBudget(manager, notice);
  }

  @OnCall(authCalls.testWebhookEndpoint)
  test(request: RequestOf<typeof authCalls.testWebhookEndpoint>): Promise<WebhookDelivery> {
    return this.deliveries.test(request);
  }

  @OnCall(authCalls.listWebhookDeliveries)
  list(request: RequestOf<typeof authCalls.listWebhookDeliveries>): Promise<WebhookDeliveryPage> {
    return this.deliveries.list(request);
  }

  @OnCall(authCalls.replayWebhookDelivery)
  replay(request: RequestOf<typeof authCalls.replayWebhookDelivery>): Promise<WebhookDelivery> {
    return this.deliveries.replay(request);
  }

  @OnCall(authCalls.replayWebhookDeliveries)
  replayAll(request: RequestOf<typeof authCalls.replayWebhookDeliveries>): Promise<CappedCount> {
    return this.replays.replay(request);
  }

  @OnCall(authCalls.renderWebhook)
  render(request: RequestOf<typeof authCalls.renderWebhook>): Promise<SignedWebhook | null> {
    return this.attempts.render(request);
  }

  @OnCall(authCalls.recordWebhook)
  record(request: RequestOf<typeof authCalls.recordWebhook>): Promise<{ retryInMs: number | null }> {
    return this.attempts.record(request);
  }
}
