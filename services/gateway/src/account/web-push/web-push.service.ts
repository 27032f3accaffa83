import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import type { WebPushState, WebPushSubscription } from '@luit/contracts/auth/web-push';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../access/identities/token.strategy';

/** The web push subscription of a session. */
@Injectable()
export class WebPushService {
  constructor(private readonly calls: CallClient) {}

  find({ id: userId, sessionId }: Identity): Promise<WebPushState> {
    return this.calls.call(authCalls.getWebPush, { userId, sessionId });
  }

  async subscribe(
    { id: userId, sessionId }: Identity,
    subscription: WebPushSubscription,
    from: RequestSource,
  ): Promise<void> {
    await this.calls.call(authCalls.subscribeToWebPush, { ...subscription, userId, sessionId, from });
  }

  async unsubscribe({ id: userId, sessionId }: Identity): Promise<void> {
    await this.calls.call(authCalls.unsubscribeFromWebPush, { userId, sessionId });
  }
}
