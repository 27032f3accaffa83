import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { newRequest, type NewRequest, type RequestRecord } from '@luit/contracts/generation/requests';
import { parseMessage } from '@luit/contracts/messages/parse-message';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { TAKEN_DOWN } from '../request-state/taken-down';
import { requestNotFound } from '../request-state/request-locks';
import { AcceptanceService } from './acceptance.service';
import { RequestsService } from './requests.service';

/** Makes new requests of earlier ones: retries of failed or canceled requests, and remixes of finished videos. */
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
  @OnCall(generationCalls.retryRequest)
  async retry({
    userId,
    requestId,
    expectedCredits,
    idempotencyKey,
  }: RequestOf<typeof generationCalls.retryRequest>): Promise<RequestRecord> {
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

  /**
   * Makes a video again with another prompt: with the same model, length, size, seed and images, at the current price.
   *
   * @throws LuitError `not_found`, also for a video that the user only paid for; `not_finished` unless it succeeded, and errors of a new
   *   request
   */
  @OnCall(generationCalls.remixRequest)
  async remix({ userId, requestId, ...input }: RequestOf<typeof generationCalls.remixRequest>): Promise<RequestRecord> {
    const earlier = await this.requests.get({ userId, requestId });
    if (earlier.userId !== userId || earlier.type === 'restore') throw requestNotFound();
    if (earlier.jobStatus !== 'succeeded') throw new LuitError('not_finished', 'Only finished results can be remixed.');
    if (earlier.takedown) throw new LuitError('conflict', TAKEN_DOWN);
    return this.acceptance.create(
      parseMessage(newRequest, { ...optionsOf(earlier), ...input, userId, remixOf: requestId }),
    );
  }
}

/** The options of a request, for a new one. */
function optionsOf(request: RequestRecord): Record<string, unknown> {
  const { type, prompt, duration, resolution, restore, options, model, imageKey, lastImageKey, referenceKeys } =
    request;
  const asked = { duration, resolution: resolution || undefined, ...options, lastImageKey, referenceKeys, count: 1 };
  return { type, prompt, model, imageKey, ...(type === 'restore' ? { restore } : asked) };
}

/**
 * The earlier request's options as a new request.
 *
 * @throws LuitError `conflict` unless it failed or was canceled; `validation_failed` if an option no longer exists, such as an erased image
 */
function repeat(
  earlier: RequestRecord,
  call: Pick<NewRequest, 'userId' | 'expectedCredits' | 'idempotencyKey'>,
): NewRequest {
  if (earlier.status !== 'failed') {
    throw new LuitError('conflict', 'Only failed or canceled requests can be retried.');
  }
  if (earlier.takedown) throw new LuitError('conflict', TAKEN_DOWN);
  return parseMessage(newRequest, { ...call, ...optionsOf(earlier), retryOf: earlier.id });
}
