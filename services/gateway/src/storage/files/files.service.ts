import { ownerOf } from '@luit/contracts/auth/test-accounts';
import { LuitError } from '@luit/contracts/errors';
import { type ByteRange, type Storage, StorageKeyError } from '@luit/platform/storage/storage';
import { openStorage } from '@luit/platform/storage/storage-settings';
import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { matchesEntityTag } from '../../http/answers/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { CONFIG, type GatewayConfig } from '../../config';
import { setFileHeaders } from './file-headers';
import { FileLinksService } from './file-links.service';
import { sendRanged } from './ranged-content';
import { DisabledAccounts } from './disabled-accounts';
import { TakenDownFiles } from './taken-down-files';

/** Injection token of the storage for outputs and uploads. */
export const STORAGE = Symbol('storage');

export const storageProvider = {
  provide: STORAGE,
  inject: [CONFIG],
  useFactory: (config: GatewayConfig) => openStorage(config.storage),
};

interface Delivery {
  cacheControl: string;
  /** Downloads the file under this name instead of showing it. */
  downloadName?: string;
}

/** Streams stored files or byte ranges of them. */
@Injectable()
export class FilesService {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly links: FileLinksService,
    private readonly shutAccounts: DisabledAccounts,
    private readonly takenDown: TakenDownFiles,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * @throws LuitError `forbidden` if the link is invalid or expired, or its owner is blocked or deleted; `not_found` if the
   *   file does not exist; `unavailable` if the state of the account is unknown
   */
  async openLink(
    key: string,
    query: { expires?: string; owner?: string; signature?: string; download?: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const expires = Number(query.expires);
    const owner = query.owner === undefined ? undefined : String(query.owner);
    const signature = String(query.signature ?? '');
    if (!Number.isSafeInteger(expires) || !this.links.isValid(key, expires, signature, Date.now(), owner)) {
      throw new LuitError('forbidden', 'This link has expired. Please reload the page.');
    }
    if (owner !== undefined) await this.assertAccountEnabled(owner);
    const maxAge = Math.max(0, expires - Math.floor(Date.now() / 1_000));
    const downloadName = query.download === undefined ? undefined : key.replaceAll('/', '-');
    return this.deliver(key, { cacheControl: `private, max-age=${maxAge}, immutable`, downloadName }, request, reply);
  }

  /** @throws LuitError `forbidden` if the account is blocked or deleted; `unavailable` if its state is unknown */
  async assertAccountEnabled(owner: string): Promise<void> {
    if (await this.shutAccounts.isDisabled(ownerOf(owner)))
      throw new LuitError('forbidden', 'This file is no longer available.');
  }

  /**
   * Sends the file with the headers that video players need to seek. Returns undefined for 304.
   *
   * @throws LuitError `not_found`, also if the file is taken down; `unavailable` if that is unknown; HttpException 416 if the range is not satisfiable
   */
  async deliver(
    key: string,
    delivery: Delivery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    await this.takenDown.assertAvailable(key);
    return this.send(key, delivery, (range) => this.read(key, range), request, reply);
  }

  /** Sends a file for operators although it is taken down, once their look is recorded. @throws LuitError `not_found` */
  deliverTakenDown(key: string, request: FastifyRequest, reply: FastifyReply): Promise<StreamableFile | undefined> {
    return this.send(key, { cacheControl: 'no-store' }, (range) => this.readStored(key, range), request, reply);
  }

  /** @throws LuitError `not_found`, also if the file is taken down; `unavailable` if that is unknown */
  async read(key: string, range?: ByteRange): Promise<Readable> {
    await this.takenDown.assertAvailable(key);
    return this.readStored(key, range);
  }

  private async send(
    key: string,
    { cacheControl, downloadName }: Delivery,
    open: (range?: ByteRange) => Promise<Readable>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const found = await this.find(key);
    setFileHeaders(reply, key, { downloadName }, this.config);
    const etag = `"${found.size.toString(36)}-${Math.floor(found.modifiedAt.getTime()).toString(36)}"`;
    void reply.header('last-modified', found.modifiedAt.toUTCString()).header('cache-control', cacheControl);
    if (matchesEntityTag(request.headers['if-none-match'], etag)) {
      void reply.status(304).header('etag', etag).header('accept-ranges', 'bytes');
      return undefined;
    }
    const { size, contentType } = found;
    return sendRanged({ size, contentType, etag, open }, request, reply);
  }

  private async readStored(key: string, range?: ByteRange): Promise<Readable> {
    const file = await this.storage.get(key, range);
    if (!file) throw notFound();
    return file.stream;
  }

  private async find(key: string) {
    try {
      const found = await this.storage.stat(key);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof StorageKeyError)) throw error;
    }
    throw notFound();
  }
}

function notFound(): LuitError {
  return new LuitError('not_found', 'This file is no longer available.');
}
