import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ZipEntry } from '@luit/contracts/generation/zip-downloads';
import { CallClient } from '@luit/platform/calls/call-client';
import type { Storage } from '@luit/platform/storage/storage';
import { HttpException, Inject, Injectable, StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { parseRange } from '../files/byte-range';
import { FilesService, STORAGE } from '../files/files.service';
import { fileNameOf } from './file-names';
import { partOf, type ZippedFile, zipOf } from './zip-file';

/** Files whose size is asked for at the same time. */
const LOOKUPS = 16;

/** Several outputs of one user as one ZIP file. */
@Injectable()
export class ZipDownloadsService {
  constructor(
    private readonly calls: CallClient,
    private readonly files: FilesService,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @throws LuitError `not_found` if none of the requests has an output */
  async create(userId: string, requestIds: string[]): Promise<{ url: string; files: number }> {
    const { id, files } = await this.calls.call(generationCalls.createZipDownload, { userId, requestIds });
    return { url: `/api/zip-downloads/${id}`, files };
  }

  /**
   * Sends the ZIP file, or a range of it.
   *
   * @throws LuitError `not_found`; `forbidden` if the account is blocked or deleted; HttpException 416
   */
  async open(id: string, request: FastifyRequest, reply: FastifyReply): Promise<StreamableFile> {
    if (!isUUID(id)) throw new LuitError('not_found', 'This download has expired. Please start it again.');
    const { ownerId, entries } = await this.calls.call(generationCalls.openZipDownload, { id });
    await this.files.assertAccountEnabled(ownerId);
    const limit = pLimit(LOOKUPS);
    const found = await Promise.all(entries.map((entry, index) => limit(() => this.find(entry, index))));
    const files = found.filter((file) => file !== null);
    const etag = etagOf(files);
    const { size, content } = await zipOf(files);
    void reply
      .header('content-disposition', 'attachment; filename="luit.zip"')
      .header('cache-control', 'private, no-cache')
      .header('accept-ranges', 'bytes')
      .header('etag', etag);
    const ifRange = request.headers['if-range'];
    const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, size) : undefined;
    if (!range) return new StreamableFile(content, { type: 'application/zip', length: size });
    const { start } = range;
    const end = Math.min(range.end ?? size - 1, size - 1);
    if (start > end) {
      content.destroy();
      void reply.header('content-range', `bytes */${size}`);
      throw new HttpException('Range Not Satisfiable', 416);
    }
    void reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
    return new StreamableFile(partOf(content, { start, end }), { type: 'application/zip', length: end - start + 1 });
  }

  private async find(entry: ZipEntry, index: number): Promise<ZippedFile | null> {
    const file = await this.storage.stat(entry.outputKey);
    return file && { ...file, name: fileNameOf(entry, index), open: () => this.read(entry.outputKey) };
  }

  private async read(key: string): Promise<Readable> {
    const file = await this.storage.get(key);
    if (!file) throw new LuitError('not_found', 'This file is no longer available.');
    return file.stream;
  }
}

/** Changes with the content: a file that was deleted meanwhile is left out. */
function etagOf(files: ZippedFile[]): string {
  const described = files.map(({ name, size, modifiedAt }) => [name, size, modifiedAt.getTime()]);
  return `"${createHash('sha256').update(JSON.stringify(described)).digest('base64url')}"`;
}
