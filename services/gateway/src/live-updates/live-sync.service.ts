import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { SyncAnswer } from '@luit/contracts/http/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Guest } from '../identities/token.strategy';
import { RequestViewsService } from '../requests/request-views.service';

/** Requests a client may name in one question; it is told of unfinished and recent ones anyway. */
const MAX_NAMED = 500;

@Injectable()
export class LiveSyncService {
  constructor(
    private readonly calls: CallClient,
    private readonly views: RequestViewsService,
  ) {}

  /** Everything newer than `since` says, everything unfinished or recent, and the balance. */
  async read(userId: string, question: unknown): Promise<SyncAnswer> {
    const [{ requests }, credits] = await Promise.all([
      this.calls.call(generationCalls.syncRequests, { userId, since: sinceOf(question) }),
      this.calls.call(billingCalls.getBalance, { userId }),
    ]);
    return { requests: requests.map((record) => this.views.viewOf(record)), credits };
  }

  /** @throws LuitError `awaiting_payment`, `not_found`: what is not paid for has no news */
  async requirePaid({ id: userId, requestId }: Guest): Promise<void> {
    await this.calls.call(generationCalls.getRequest, { userId, requestId });
  }

  /** The one request that a guest's claim opens, once it is paid, and the account that pays for it. */
  async readClaimed({ id: userId, requestId }: Guest): Promise<SyncAnswer> {
    const [record, credits] = await Promise.all([
      this.calls.call(generationCalls.getRequest, { userId, requestId }).catch(unlessHidden),
      this.calls.call(billingCalls.getBalance, { userId }),
    ]);
    return { requests: record ? [this.views.viewOf(record)] : [], credits };
  }
}

function unlessHidden(error: unknown): undefined {
  if (error instanceof LuitError && ['not_found', 'awaiting_payment'].includes(error.code)) return undefined;
  throw error;
}

/** The sequences a client says it has, without what makes no sense. */
function sinceOf(question: unknown): Record<string, number> {
  const since = (question as { since?: unknown } | null | undefined)?.since;
  if (typeof since !== 'object' || since === null) return {};
  const sane: Record<string, number> = {};
  let seen = 0;
  for (const [id, sequence] of Object.entries(since)) {
    if ((seen += 1) > MAX_NAMED) break;
    if (isUUID(id) && Number.isSafeInteger(sequence)) sane[id] = sequence as number;
  }
  return sane;
}
