import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ZipEntry } from '@luit/contracts/generation/zip-downloads';
import { CallClient } from '@luit/platform/calls/call-client';
import type { Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { downloadNameOf } from '../files/download-name';
import { FilesService, STORAGE } from '../files/files.service';
import { sendRanged } from '../files/ranged-content';
import { InFlight } from '../../http/connections/in-flight';
import { type ZippedFile, partOf, zipOf, zipSizeOf } from './zip-file';

const MAX_CHARACTERS = 60;

/** A name that identifies the file: its number, the beginning of its prompt, and its extension. Unicode, as in the prompt. */
function fileNameOf({ prompt, type, outputKey }: ZipEntry, index: number): string {
  const words = [...prompt.normalize().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')].slice(0, MAX_CHARACTERS).join('');
  const title = words.replace(/^-+|-+$/g, '') || downloadNameOf(type);
  const extension = outputKey.slice(outputKey.lastIndexOf('.'));
  return `${String(index + 1).padStart(3, '0')} ${title}${extension}`;
}

/** The number of files whose size is requested at the same time. */
const LOOKUPS = 16;
/** A range of a few bytes counts as well: the checksums at the end of the ZIP file need every file. */
const DOWNLOADS = { perSubject: 4, total: 1_000 };
const BUSY_SECONDS = 5;

/** Several outputs of one user as one ZIP file. */
@Injectable()
export class ZipDownloadsService {
  private readonly inFlight = new InFlight(DOWNLOADS);

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
   * @throws LuitError `not_found`; `forbidden` if the account is blocked or deleted; `too_many_requests` if its owner has too many
   *   downloads; HttpException 416
   */
  async open(id: string, request: FastifyRequest, reply: FastifyReply): Promise<StreamableFile> {
    if (!isUUID(id)) throw new LuitError('not_found', 'This download has expired. Please start it again.');
    const { ownerId, entries } = await this.calls.call(generationCalls.openZipDownload, { id });
    await this.files.assertAccountEnabled(ownerId);
    const limit = pLimit(LOOKUPS);
    const found = await Promise.all(entries.map((entry, index) => limit(() => this.find(entry, index))));
    const files = found.filter((file) => file !== null);
    const etag = etagOf(files);
    void reply
      .header('content-disposition', 'attachment; filename="luit.zip"')
      .header('cache-control', 'private, no-cache');
    const size = await zipSizeOf(files);
    const open = (range?: { start: number; end: number }) => {
      const release = this.inFlight.begin(ownerId);
      if (!release) throw tooManyDownloads();
      const content = zipOf(files).once('close', release);
      return range ? partOf(content, range) : content;
    };
    return sendRanged({ size, contentType: 'application/zip', etag, open }, request, reply);
  }

  private async find(entry: ZipEntry, index: number): Promise<ZippedFile | null> {
    const file = await this.storage.stat(entry.outputKey);
    return file && { ...file, name: fileNameOf(entry, index), open: () => this.files.read(entry.outputKey) };
  }
}

/** Changes with the content: a file that was deleted meanwhile is left out. */
function etagOf(files: ZippedFile[]): string {
  const described = files.map(({ name, size, modifiedAt }) => [name, size, modifiedAt.getTime()]);
  return `"${createHash('sha256').update(JSON.stringify(described)).digest('base64url')}"`;
}

function tooManyDownloads(): LuitError {
  const text = `At most ${DOWNLOADS.perSubject} ZIP downloads can run at a time. Please try again in a few seconds.`;
  return new LuitError('too_many_requests', text, { retryAfterSeconds: BUSY_SECONDS });
}
