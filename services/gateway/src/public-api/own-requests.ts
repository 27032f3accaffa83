import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { FilesService } from '../files/files.service';
import type { ApiClient, ApiRequest } from '../identities/api-key.guard';
import { RequestViewCache } from '../requests/request-view-cache';
import { takenDownText } from '../requests/taken-down-text';
import type { ListQuery } from './list-query';

/** A resource that is a kind of request. */
export interface RequestKind {
  /** In sentences. */
  name: string;
  types: [RequestType, ...RequestType[]];
}

export type ContentVariant = 'output' | 'thumbnail';

/**
 * Requests of the account that a key acts for, also those that people or other keys asked for. Those of other accounts and of
 * another kind do not exist for it.
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
    { limit, after: cursor, order }: ListQuery,
    { types }: RequestKind,
  ): Promise<{ records: RequestRecord[]; hasMore: boolean }> {
    const page = { userId, limit, cursor, order, types };
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

  /** @throws LuitError `conflict` while it is in progress */
  async remove(client: ApiClient, id: string, kind: RequestKind): Promise<void> {
    await this.find(client, id, kind);
    await this.calls.call(generationCalls.deleteRequest, { userId: client.id, requestId: id });
    this.cache.drop(id);
  }

  /** @throws LuitError `conflict` before it is ready, `not_found` if it has no thumbnail or was taken down */
  async content(
    request: ApiRequest,
    id: string,
    kind: RequestKind,
    variant: ContentVariant,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const { outputKey, posterKey, takedown } = await this.find(request.user!, id, kind);
    if (takedown) throw new LuitError('not_found', takenDownText(takedown));
    if (!outputKey) throw new LuitError('conflict', `This ${kind.name} is not ready.`);
    const key = variant === 'output' ? outputKey : posterKey;
    if (!key) throw new LuitError('not_found', `This ${kind.name} has no thumbnail.`);
    const downloadName = `${id}${key.slice(key.lastIndexOf('.'))}`;
    return this.files.deliver(key, { cacheControl: 'private, no-cache', downloadName }, request, reply);
  }
}

/** Keys of requests are those of their account, so that of one API key must not meet that of another or of the web app. */
export function idempotencyKeyOfClient({ keyId }: ApiClient, key: string | undefined): string | undefined {
  return key === undefined ? undefined : `v1:${createHash('sha256').update(`${keyId}\n${key}`).digest('base64url')}`;
}

function notFound({ name }: RequestKind): LuitError {
  return new LuitError('not_found', `This ${name} does not exist.`);
}
