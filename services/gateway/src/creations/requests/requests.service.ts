import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { AcceptedRecord, GenerateBody, RequestsQuery, RetryBody } from '@luit/contracts/generation/requests';
import type { RequestView } from '@luit/contracts/http/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { addLogFields } from '@luit/platform/tracing/correlation';
import { Injectable, Logger, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { downloadNameOf } from '../../storage/files/download-name';
import { FilesService } from '../../storage/files/files.service';
import { OrderImagesService } from '../../storage/uploads/order-images.service';
import { answerWith } from './cached-view-answers';
import { type CachedView, RequestViewCache } from './request-view-cache';
import { takenDownText } from './taken-down-text';
import { RequestViewsService } from './request-views.service';

const log = new Logger('MismatchedUser');

/** Logs a `userId` in the body that differs from the token. The token decides, the body is ignored. */
export function logMismatchedUser(userId: string, bodyUserId: unknown): void {
  if (bodyUserId !== undefined && bodyUserId !== userId)
    log.warn({ msg: 'Ignored a userId in the body that differs from the token', userId });
}

/** The answer to a request for one result, or for several at once. */
export function acceptedAnswer({ id, credits, siblings }: AcceptedRecord) {
  addLogFields({ requestId: id });
  return {
    request_id: id,
    credits: credits * (1 + siblings.length),
    status: 'processing' as const,
    ...(siblings.length > 0 && { siblings: siblings.map((each) => each.id) }),
  };
}

/** Requests of one user. Requests of other users are answered with 404. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly calls: CallClient,
    private readonly views: RequestViewsService,
    private readonly cache: RequestViewCache,
    private readonly files: FilesService,
    private readonly images: OrderImagesService,
  ) {}

  async generate(userId: string, input: GenerateBody, idempotencyKey: string | undefined) {
    const { userId: bodyUserId, prompt, planId, model, expectedCredits } = input;
    logMismatchedUser(userId, bodyUserId);
    const options = await this.images.optionsOf(input);
    const request = await this.calls.call(generationCalls.createRequest, {
      userId,
      type: 'video',
      ...{ prompt, planId, model, expectedCredits },
      ...options,
      idempotencyKey,
    });
    await this.images.markUsed(options.lastImageKey, ...(options.referenceKeys ?? []));
    return acceptedAnswer(request);
  }

  /** Returns undefined, with status 304, if the client has the current state. */
  async get(
    userId: string,
    requestId: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<CachedView['body'] | undefined> {
    const view = this.cache.find(userId, requestId) ?? this.cache.put(userId, await this.find(userId, requestId));
    return answerWith(view, request, reply);
  }

  async list(userId: string, query: RequestsQuery) {
    const { requests, ...page } = await this.calls.call(generationCalls.listRequests, { userId, ...query });
    return { requests: requests.map((record) => this.views.viewOf(record)), ...page };
  }

  async setFavorite(userId: string, requestId: string, isFavorite: boolean): Promise<void> {
    assertId(requestId);
    await this.calls.call(generationCalls.setFavorite, { userId, requestId, isFavorite });
  }

  async cancel(userId: string, requestId: string): Promise<{ request: RequestView }> {
    assertId(requestId);
    const record = await this.calls.call(generationCalls.cancelRequest, { userId, requestId });
    this.cache.update(record);
    return { request: this.views.viewOf(record) };
  }

  async remove(userId: string, requestId: string): Promise<void> {
    assertId(requestId);
    await this.calls.call(generationCalls.deleteRequest, { userId, requestId });
    this.cache.drop(requestId);
  }

  async retry(userId: string, requestId: string, { expectedCredits }: RetryBody, idempotencyKey: string | undefined) {
    assertId(requestId);
    const retry = { userId, requestId, expectedCredits, idempotencyKey };
    const record = await this.calls.call(generationCalls.retryRequest, retry);
    addLogFields({ requestId: record.id });
    return { request_id: record.id, credits: record.credits, request: this.views.viewOf(record) };
  }

  /** @throws LuitError `not_finished` while there is no result to download, `not_found` if it was taken down */
  async download(
    userId: string,
    requestId: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const { outputKey, type, takedown } = await this.find(userId, requestId);
    if (takedown) throw new LuitError('not_found', takenDownText(takedown));
    if (!outputKey) throw new LuitError('not_finished', 'Nothing to download yet.');
    const extension = outputKey.slice(outputKey.lastIndexOf('.') + 1);
    const downloadName = `${downloadNameOf(type)}-${requestId}.${extension}`;
    return this.files.deliver(outputKey, { cacheControl: 'private, no-cache', downloadName }, request, reply);
  }

  private find(userId: string, requestId: string) {
    assertId(requestId);
    return this.calls.call(generationCalls.getRequest, { userId, requestId });
  }
}

function assertId(requestId: string): void {
  if (!isUUID(requestId)) throw new LuitError('not_found', 'Request not found.');
}
