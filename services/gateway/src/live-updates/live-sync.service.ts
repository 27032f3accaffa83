import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { SyncAnswer } from '@luit/contracts/http/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Guest } from '../access/identities/token.strategy';
import { RequestViewsService } from '../creations/requests/request-views.service';

/** Most requests that a client may name; unfinished and recent ones are always included. */
const MAX_NAMED = 500;

@Injectable()
export class LiveSyncService {
  constructor(
    private readonly calls: CallClient,
    private readonly views: RequestViewsService,
  ) {}

  /** Returns requests newer than `since`, unfinished and recent requests, and the balance. */
  async read(userId: string, body: unknown): Promise<SyncAnswer> {
    const [{ requests }, credits] = await Promise.all([
      this.calls.call(generationCalls.syncRequests, { userId, since: sinceOf(body) }),
      this.calls.call(billingCalls.getBalance, { userId }),
    ]);
    return { requests: requests.map((record) => this.views.viewOf(record)), credits };
  }

  /** @throws LuitError `awaiting_payment`, `not_found` */
  async requirePaid({ id: userId, requestId }: Guest): Promise<void> {
    await this.calls.call(generationCalls.getRequest, { userId, requestId });
  }

  /** Returns the request of a guest access token once it is paid, and the balance of its order's account. */
  async readForGuest({ id: userId, requestId }: Guest): Promise<SyncAnswer> {
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

/** Parses the sequences of a client and ignores invalid entries. */
function sinceOf(body: unknown): Record<string, number> {
  const given = (body as { since?: unknown } | null | undefined)?.since;
  if (typeof given !== 'object' || given === null) return {};
  const since: Record<string, number> = {};
  let count = 0;
  for (const [id, sequence] of Object.entries(given)) {
    if ((count += 1) > MAX_NAMED) break;
    if (isUUID(id) && Number.isSafeInteger(sequence)) since[id] = sequence as number;
  }
  return since;
}
