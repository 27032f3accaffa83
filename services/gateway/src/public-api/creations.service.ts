import { LuitError } from '@luit/contracts/errors';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { addLogFields } from '@luit/platform/tracing/correlation';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { hasSmallBody } from '../http/requests/body-kind';
import { shouldRetry } from '../http/answers/problem-details';
import type { ApiRequest } from '../access/identities/api-key.guard';
import { RequestLimiter } from '../access/limits/rate-limit.guard';
import { UploadsService } from '../storage/uploads/uploads.service';
import { CreationAttempts } from './creation-attempts';
import type { ReceivedInput } from './input-references';
import { idempotencyKeyOfClient } from './own-requests';

/** Sent with every request by clients such as `openai`; 0 with the first attempt. */
const RETRY_COUNT_HEADER = 'x-stainless-retry-count';

/** Creates what costs credits, once for each intent of a client. */
@Injectable()
export class CreationsService {
  constructor(
    private readonly attempts: CreationAttempts,
    private readonly limits: RequestLimiter,
    private readonly uploads: UploadsService,
  ) {}

  /**
   * A request without an `Idempotency-Key` that its client marks as a retry has the key of the attempt that it repeats.
   *
   * @param kind of the resource, with the ids of the URL
   * @param receive reads the input
   * @param make owns the images
   * @throws LuitError `too_many_requests`, `unavailable`, and the errors of the functions
   */
  async create<Input extends object, Created extends RequestRecord>(
    request: ApiRequest,
    key: string | undefined,
    kind: string,
    receive: () => Promise<ReceivedInput<Input>>,
    make: (received: ReceivedInput<Input>, idempotencyKey: string | undefined) => Promise<Created>,
  ): Promise<Created> {
    // A large body is refused unread. A small one is read first, so that the retry of a refused request finds it.
    const isSmall = hasSmallBody(request);
    if (!isSmall) await this.limits.take('generatePerMinute', request);
    const received = await receive();
    const hashes = Object.entries(received.images).map(([field, images]) => [
      field,
      ...images.map(({ sha256 }) => sha256),
    ]);
    const input = [kind, received.input, hashes];
    const record = await this.once(request, key, input, async (idempotencyKey) => {
      if (isSmall) await this.takeToken(request, received);
      return make(received, idempotencyKey);
    });
    addLogFields({ requestId: record.id });
    return record;
  }

  private async once<Created>(
    request: ApiRequest,
    key: string | undefined,
    input: unknown[],
    make: (idempotencyKey: string | undefined) => Promise<Created>,
  ): Promise<Created> {
    const client = request.user!;
    const retryCount = retryCountOf(request);
    if (key !== undefined || retryCount === undefined) return make(idempotencyKeyOfClient(client, key));
    const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('base64url');
    const attempt = await this.attempts.begin(client.keyId, fingerprint, retryCount);
    try {
      const record = await make(`v1:${attempt.intentId}`);
      await this.attempts.settle(attempt, 'answered');
      return record;
    } catch (error) {
      // Otherwise it may have been carried out.
      if (error instanceof LuitError && error.status < 500) {
        await this.attempts.settle(attempt, shouldRetry(error) ? 'refused' : 'ended');
      }
      throw error;
    }
  }

  private takeToken<Input>(request: ApiRequest, { images }: ReceivedInput<Input>): Promise<void> {
    return this.uploads.discardUnless(images, async () => {
      await this.limits.take('generatePerMinute', request);
    });
  }
}

function retryCountOf({ headers }: ApiRequest): number | undefined {
  const count = headers[RETRY_COUNT_HEADER];
  return typeof count === 'string' && /^\d{1,3}$/.test(count) ? Number(count) : undefined;
}
