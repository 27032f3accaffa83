import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { shareToken, type SharedOutput } from '@luit/contracts/generation/share-links';
import type { SharedView } from '@luit/contracts/http/share-links';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DisabledAccounts } from '../../storage/files/disabled-accounts';
import { downloadNameOf } from '../../storage/files/download-name';
import { FilesService } from '../../storage/files/files.service';
import { type SharedFile, sharedFilePath } from './shared-urls';

/** Asks generation each time, so that a link ends as soon as it is revoked. */
@Injectable()
export class SharedOutputsService {
  constructor(
    private readonly calls: CallClient,
    private readonly files: FilesService,
    private readonly disabledAccounts: DisabledAccounts,
  ) {}

  /**
   * @throws LuitError `not_found` if the link does not exist, has expired or was revoked, its request was deleted, or its owner is
   *   blocked: visitors must not learn which
   */
  async find(token: string): Promise<SharedOutput> {
    if (!shareToken.safeParse(token).success) throw notFound();
    const output = await this.calls.call(generationCalls.openShareLink, { token });
    if (await this.disabledAccounts.isDisabled(output.ownerId)) throw notFound();
    return output;
  }

  /** @throws LuitError as `find` */
  async view(token: string): Promise<SharedView> {
    return viewOf(await this.find(token), token);
  }

  /** Sends one of the files, or a range of it. @throws LuitError like `find`, and `not_found` if there is no such file */
  async open(
    token: string,
    file: SharedFile,
    { isDownload, request, reply }: { isDownload: boolean; request: FastifyRequest; reply: FastifyReply },
  ): Promise<StreamableFile | undefined> {
    const { outputKey, posterKey, smallKey, animationKey, type } = await this.find(token);
    const key = { output: outputKey, poster: posterKey, small: smallKey, animation: animationKey }[file];
    if (key === null) throw notFound();
    const extension = key.slice(key.lastIndexOf('.') + 1);
    const downloadName = isDownload ? `${downloadNameOf(type)}.${extension}` : undefined;
    return this.files.deliver(key, { cacheControl: 'private, no-cache', downloadName }, request, reply);
  }
}

/** The facts about the output that visitors with the link may see. */
export function viewOf(output: SharedOutput, token: string): SharedView {
  const { type, prompt, duration, completedAt, expiresAt, posterKey, smallKey, animationKey } = output;
  return {
    ...{ type, prompt, duration, completedAt, expiresAt },
    outputUrl: sharedFilePath(token, 'output'),
    posterUrl: posterKey && sharedFilePath(token, 'poster'),
    smallUrl: smallKey && sharedFilePath(token, 'small'),
    animationUrl: animationKey && sharedFilePath(token, 'animation'),
  };
}

function notFound(): LuitError {
  return new LuitError('not_found', 'This link does not exist or has ended.');
}
