import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ByteLimit } from './byte-limit';
import {
  ABANDONED_AFTER_MS,
  assertContentType,
  type ByteRange,
  clampRange,
  contentTypeOf,
  type OpenedFile,
  type PutOptions,
  RangeNotSatisfiableError,
  Storage,
  type StoredFile,
} from './storage';
import type { S3Settings } from './storage-settings';

const CONNECT_TIMEOUT_MS = 5_000;
/** Until an answer begins. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Idle timeout in either direction. A player that pauses for longer requests the rest again. */
const IDLE_MS = 120_000;
/** What a key's last part begins with is never one of ours, so a probe is never taken for a file. */
const PROBE = '.probe';
/** Larger files are uploaded in parts of this size, the minimum of S3. Two at a time, so an upload needs 10 MiB of memory. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Files in a bucket, of Amazon's S3 or of anything that speaks its protocol. An object appears when its upload is
 * completed, so a put that fails changes nothing.
 */
export class S3Storage implements Storage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(private readonly settings: S3Settings) {
    const { region, endpoint, isPathStyle, credentials } = settings;
    this.bucket = settings.bucket;
    this.client = new S3Client({
      region,
      forcePathStyle: isPathStyle,
      ...(endpoint ? { endpoint } : {}),
      ...(credentials ? { credentials } : {}),
      // Amazon's newer trailing checksums are not understood by every server that speaks S3.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: ANSWER_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        socketTimeout: IDLE_MS,
      },
    });
  }

  async put(key: string, content: Readable, { contentType, maxBytes, signal }: PutOptions): Promise<number> {
    assertContentType(key, contentType);
    const limit = new ByteLimit(maxBytes);
    // The upload reads `limit`, and so hears of the stream's errors, of one byte too many, and of the signal.
    pipeline(content, limit, { signal }).catch(() => undefined);
    const upload = new Upload({
      client: this.client,
      params: { Bucket: this.bucket, Key: this.pathOf(key), Body: limit, ContentType: contentType },
      partSize: PART_BYTES,
      queueSize: 2,
    });
    try {
      await upload.done();
      return limit.bytes;
    } catch (error) {
      content.destroy();
      // Not what became of taking back the parts.
      throw limit.errored ?? error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<OpenedFile | null> {
    const contentType = contentTypeOf(key);
    // A first byte that is none would be read as a length from the end, or as no range at all.
    if (range && !isForward(range)) return this.refuseRange(key);
    const path = { Bucket: this.bucket, Key: this.pathOf(key) };
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    try {
      const answer = await orNull(this.client.send(new GetObjectCommand({ ...path, Range })));
      if (!answer) return null;
      const size = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength);
      return {
        size,
        contentType,
        modifiedAt: answer.LastModified ?? new Date(0),
        stream: answer.Body as Readable,
        range: range ? clampRange(range, size) : null,
      };
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) return this.refuseRange(key);
      throw error;
    }
  }

  async stat(key: string): Promise<StoredFile | null> {
    const contentType = contentTypeOf(key);
    const path = { Bucket: this.bucket, Key: this.pathOf(key) };
    const found = await orNull(this.client.send(new HeadObjectCommand(path)));
    return found && { size: found.ContentLength ?? 0, contentType, modifiedAt: found.LastModified ?? new Date(0) };
  }

  async remove(key: string): Promise<void> {
    contentTypeOf(key);
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: this.pathOf(key) }));
  }

  async *listStoredBefore(folder: string, time: Date): AsyncGenerator<string> {
    const input = { Bucket: this.bucket, Prefix: this.pathOf(`${folder}/`), Delimiter: '/' };
    for await (const page of paginateListObjectsV2({ client: this.client }, input)) {
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key && LastModified && LastModified < time) yield Key.slice(this.settings.prefix.length);
      }
    }
  }

  async assertWritable(): Promise<void> {
    const probe = { Bucket: this.bucket, Key: this.pathOf(PROBE) };
    await this.client.send(new PutObjectCommand({ ...probe, Body: 'writable' }));
    await this.client.send(new DeleteObjectCommand(probe));
  }

  async assertReachable(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
  }

  /** Parts of uploads that never ended are kept, and paid for, until somebody says otherwise. */
  async removeAbandoned(now = Date.now()): Promise<number> {
    try {
      return await this.abortBefore(new Date(now - ABANDONED_AFTER_MS));
    } catch (error) {
      // Smaller servers cannot tell of them, and are no worse a storage for it.
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 501) return 0;
      throw error;
    }
  }

  private async abortBefore(time: Date): Promise<number> {
    let removed = 0;
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
      const input = { Bucket: this.bucket, Prefix: this.settings.prefix, ...after };
      page = await this.client.send(new ListMultipartUploadsCommand(input));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Initiated || Initiated > time) continue;
        await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
        removed += 1;
      }
    } while (page.IsTruncated);
    return removed;
  }

  private async refuseRange(key: string): Promise<null> {
    const found = await this.stat(key);
    if (found) throw new RangeNotSatisfiableError(found.size);
    return null;
  }

  private pathOf(key: string): string {
    return `${this.settings.prefix}${key}`;
  }
}

function isForward({ start, end }: ByteRange): boolean {
  return Number.isSafeInteger(start) && start >= 0 && (end === undefined || end >= start);
}

/** A bucket that is not there is no file that is not there. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    if (isMissing && error.name !== 'NoSuchBucket') return null;
    throw error;
  }
}
