import { LuitError } from '@luit/contracts/errors';
import { newRequest, type NewRequest, type RequestRecord } from '@luit/contracts/generation/requests';
import { parseMessage } from '@luit/contracts/messages/parse-message';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { AcceptanceService } from './acceptance.service';
import { RequestsService } from './requests.service';

export interface Retry {
  userId: string;
  requestId: string;
  expectedCredits?: number;
  idempotencyKey?: string;
}

/** Retries failed or canceled requests as new requests. */
@Injectable()
export class RetriesService {
  constructor(
    private readonly requests: RequestsService,
    private readonly acceptance: AcceptanceService,
  ) {}

  /**
   * Creates a new request with the same options, at the current price and with its own hold.
   *
   * @throws LuitError `not_found`, `conflict` unless the earlier one failed or was canceled, and errors of a new request
   */
  async retry({ userId, requestId, expectedCredits, idempotencyKey }: Retry): Promise<RequestRecord> {
    const earlier = await this.requests.get({ userId, requestId });
    return this.acceptance.create(repeat(earlier, { userId, expectedCredits, idempotencyKey }));
  }

  /**
   * An operator's retry, free for the owner. Idempotent per request.
   *
   * @throws LuitError `not_found`, `conflict`, and errors of a new request
   */
  async retryForFree(requestId: string, ownerId: string): Promise<RequestRecord> {
    const earlier = await this.requests.get({ userId: ownerId, requestId });
    const idempotencyKey = `operator-retry:${requestId}`;
    return this.acceptance.create(repeat(earlier, { userId: ownerId, idempotencyKey }), uuidv7());
  }
}

/**
 * The earlier request's options as a new request.
 *
 * @throws LuitError `conflict` unless it failed or was canceled; `validation_failed` if an option is gone, such as an erased image
 */
function repeat(
  { id, status, type, prompt, duration, restore, options, planId, model, imageKey, lastImageKey }: RequestRecord,
  call: Pick<NewRequest, 'userId' | 'expectedCredits' | 'idempotencyKey'>,
): NewRequest {
  if (status !== 'failed') {
    throw new LuitError('conflict', 'Only failed or canceled requests can be retried.');
  }
  const input = { type, prompt, duration, restore, ...options, planId, model, imageKey, lastImageKey };
  return parseMessage(newRequest, { ...call, ...input, retryOf: id });
}
