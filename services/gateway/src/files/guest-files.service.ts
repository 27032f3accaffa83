import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { guestOf } from '../identities/token-check';
import { FilesService } from './files.service';

/** Files of a guest's request, for whoever holds the claim to it. */
@Injectable()
export class GuestFilesService {
  constructor(
    private readonly calls: CallClient,
    private readonly files: FilesService,
  ) {}

  /** @throws LuitError `unauthorized` for what is no claim, `not_found` for another request's file */
  async open(
    key: string,
    claim: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const guest = await guestOf(claim, request.ip);
    if (!guest) throw new LuitError('unauthorized', 'This link has expired or is not complete.');
    const { id: userId, requestId } = guest;
    const record = await this.calls.call(generationCalls.getRequest, { userId, requestId });
    const { outputKey, posterKey, imageKey, lateOutputKey } = record;
    if (![outputKey, posterKey, imageKey, lateOutputKey].includes(key)) {
      throw new LuitError('not_found', 'This file is no longer here.');
    }
    await this.files.requireOpen(record.userId);
    return this.files.deliver(key, { cacheControl: 'private, no-cache' }, request, reply);
  }
}
