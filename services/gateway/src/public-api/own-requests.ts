import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { JobStatus, RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { FilesService } from '../storage/files/files.service';
import type { ApiClient, ApiRequest } from '../access/identities/api-key.guard';
import { RequestViewCache } from '../creations/requests/request-view-cache';
import { takenDownText } from '../creations/requests/taken-down-text';
import type { ListQuery } from './list-query';

/** A resource that is a kind of request. */
export interface RequestKind {
  /** In sentences. */
  name: string;
  types: [RequestType, ...RequestType[]];
}

/** The job states that a status represents. */
const JOB_STATUSES: Record<NonNullable<ListQuery['status']>, [JobStatus, ...JobStatus[]]> = {
  queued: ['pending'],
  in_progress: ['running'],
  completed: ['succeeded'],
  failed: ['failed', 'canceled'],
};

export type ContentVariant = 'output' | 'thumbnail';

/**
 * Requests of the key's account, including those that people or other keys made. Requests of other accounts, or of another kind, do not
 * exist for the key.
 */
@Injectable()
export class OwnRequests {
  constructor(
    private readonly calls: CallClient,
    private readonly cache: RequestViewCache,
    private readonly files: FilesService,
  ) {}

  /** @throws LuitError `not_found` */
  async find({ id: userId }: ApiClient, id: string, kind: RequestKind): Promise<RequestRecord> {
    if (!isUUID(id)) throw notFound(kind);
    const record = await this.calls.call(generationCalls.getRequest, { userId, requestId: id });
    if (!kind.types.includes(record.type)) throw notFound(kind);
    return record;
  }

  async list(
    { id: userId }: ApiClient,
    query: ListQuery,
    { types }: RequestKind,
  ): Promise<{ records: RequestRecord[]; hasMore: boolean }> {
    const { limit, after: cursor, order, status, set, metadata } = query;
    const filters = { createdFrom: query.created_after, createdUntil: query.created_before, metadata };
    const jobStatuses = status && JOB_STATUSES[status];
    const page = { userId, limit, cursor, order, types, set, jobStatuses, ...filters };
    const { requests, nextCursor } = await this.calls.call(generationCalls.listRequests, page);
    return { records: requests, hasMore: nextCursor !== null };
  }

  /** @throws LuitError `cancel_not_possible` once it is ready or has failed */
  async cancel(client: ApiClient, id: string, kind: RequestKind): Promise<RequestRecord> {
    await this.find(client, id, kind);
    const record = await this.calls.call(generationCalls.cancelRequest, { userId: client.id, requestId: id });
    this.cache.update(record);
    return record;
  }

  /** @throws LuitError `not_finished` while it is in progress */
  async remove(client: ApiClient, id: string, kind: RequestKind): Promise<void> {
    await this.find(client, id, kind);
    await this.calls.call(generationCalls.deleteRequest, { userId: client.id, requestId: id });
    this.cache.drop(id);
  }

  /** @throws LuitError `not_finished` before it is ready, `not_found` if it has no thumbnail or was taken down */
  async content(
    request: ApiRequest,
    id: string,
    kind: RequestKind,
    variant: ContentVariant,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const { outputKey, posterKey, takedown } = await this.find(request.user!, id, kind);
    if (takedown) throw new LuitError('not_found', takenDownText(takedown));
    if (!outputKey) throw new LuitError('not_finished', `This ${kind.name} is not ready.`);
    const key = variant === 'output' ? outputKey : posterKey;
    if (!key) throw new LuitError('not_found', `This ${kind.name} has no thumbnail.`);
    const downloadName = `${id}${key.slice(key.lastIndexOf('.'))}`;
    return this.files.deliver(key, { cacheControl: 'private, no-cache', downloadName }, request, reply);
  }
}

/** All API keys of an account share its idempotency keys, so the hash includes the id of the API key, and the prefix excludes the web app. */
export function idempotencyKeyOfClient({ keyId }: ApiClient, key: string | undefined): string | undefined {
  return key === undefined ? undefined : `v1:${createHash('sha256').update(`${keyId}\n${key}`).digest('base64url')}`;
}

function notFound({ name }: RequestKind): LuitError {
  return new LuitError('not_found', `This ${name} does not exist.`);
}
