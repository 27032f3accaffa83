import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { guestOf } from '../../access/identities/token-check';
import { FilesService } from './files.service';

/** Files of a guest's request, opened with the guest access token. */
@Injectable()
export class GuestFilesService {
  constructor(
    private readonly calls: CallClient,
    private readonly files: FilesService,
  ) {}

  /** @throws LuitError `unauthorized` if the token is not valid, `not_found` for a file of another request */
  async open(
    key: string,
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const guest = await guestOf(token, request.ip);
    if (!guest) throw new LuitError('unauthorized', 'This link has expired or is incomplete.');
    const { id: userId, requestId } = guest;
    const record = await this.calls.call(generationCalls.getRequest, { userId, requestId });
    const { outputKey, posterKey, imageKey, lastImageKey, lateOutputKey, referenceKeys } = record;
    if (![outputKey, posterKey, imageKey, lastImageKey, lateOutputKey, ...referenceKeys].includes(key)) {
      throw new LuitError('not_found', 'This file is no longer available.');
    }
    await this.files.assertAccountEnabled(record.userId);
    return this.files.deliver(key, { cacheControl: 'private, no-cache' }, request, reply);
  }
}
