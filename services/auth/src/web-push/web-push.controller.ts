import { authCalls } from '@luit/contracts/auth/messages';
import type { WebPushAttempt, WebPushRequest, WebPushState } from '@luit/contracts/auth/web-push';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { WebPushMessagesService } from './web-push-messages.service';
import { WebPushSubscriptionsService } from './web-push-subscriptions.service';

@Controller()
export class WebPushController {
  constructor(
    private readonly subscriptions: WebPushSubscriptionsService,
    private readonly messages: WebPushMessagesService,
  ) {}

  @OnCall(authCalls.getWebPush)
  get(request: RequestOf<typeof authCalls.getWebPush>): Promise<WebPushState> {
    return this.subscriptions.find(request);
  }

  @OnCall(authCalls.subscribeToWebPush)
  async subscribe(request: RequestOf<typeof authCalls.subscribeToWebPush>): Promise<Record<string, never>> {
    await this.subscriptions.subscribe(request);
    return {};
  }

  @OnCall(authCalls.unsubscribeFromWebPush)
  async unsubscribe(request: RequestOf<typeof authCalls.unsubscribeFromWebPush>): Promise<Record<string, never>> {
    await this.subscriptions.unsubscribe(request);
    return {};
  }

  @OnCall(authCalls.renderWebPush)
  render({ messageId }: { messageId: string }): Promise<WebPushRequest | null> {
    return this.messages.render(messageId);
  }

  @OnCall(authCalls.recordWebPush)
  record(attempt: WebPushAttempt): Promise<{ retryInMs: number | null }> {
    return this.messages.record(attempt);
  }
}
