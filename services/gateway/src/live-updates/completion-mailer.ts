import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { LiveGateway } from './live.gateway';
import { userRoom } from './live-rooms';

/** After a Redis flush the events of a day are replayed; older completions are not mailed again. Milliseconds. */
const MAX_AGE_MS = 15 * 60_000;

/** Emails owners who are not connected when their request completes or fails. */
@Injectable()
export class CompletionMailer {
  constructor(
    private readonly live: LiveGateway,
    private readonly calls: CallClient,
  ) {}

  /** Idempotent: auth sends at most one email per request. */
  async notify(request: RequestRecord): Promise<void> {
    if (!isFreshOutcome(request)) return;
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

/** Matches the first terminal event; later ones only report credit movements. Requests canceled by their owner need no email. */
function isFreshOutcome({ completedAt, status, canceled, money }: RequestRecord): boolean {
  const isFirst = money.state === (status === 'completed' ? 'captured' : 'held');
  return completedAt !== null && !canceled && isFirst && Date.now() - Date.parse(completedAt) < MAX_AGE_MS;
}
