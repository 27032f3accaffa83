import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { LiveGateway } from './live.gateway';
import { userRoom } from './live-rooms';

/** After Redis was emptied a day's events come again; what ended longer ago is no news. Milliseconds. */
const NEWS_MS = 15 * 60_000;

/** Sees to it that who is not connected is told of the end of their request by mail. */
@Injectable()
export class CompletionMailer {
  constructor(
    private readonly live: LiveGateway,
    private readonly calls: CallClient,
  ) {}

  /** Auth sends one mail per request, however often it is asked. */
  async tell(request: RequestRecord): Promise<void> {
    if (!isNewsOfTheEnd(request)) return;
    const connected = await this.live.server.in(userRoom(request.userId)).fetchSockets();
    if (connected.length > 0) return;
    await this.calls.call(authCalls.sendCompletionMail, {
      userId: request.userId,
      requestId: request.id,
      type: request.type,
      hasSucceeded: request.status === 'completed',
    });
  }
}

/** The first event of the end: later ones only tell what became of the credits. A cancelled one ended at its owner's wish. */
function isNewsOfTheEnd({ completedAt, canceled, money }: RequestRecord): boolean {
  return completedAt !== null && !canceled && money.state === 'held' && Date.now() - Date.parse(completedAt) < NEWS_MS;
}
