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
import { countRefusedWrite } from '../errors/refused-writes';
import { ByteLimit } from './byte-limit';
import {
  ABANDONED_AFTER_MS,
  assertContentType,
  type ByteRange,
  clampRange,
  contentTypeOf,
  type ListedFile,
  type OpenedFile,
  type PutOptions,
  RangeNotSatisfiableError,
  Storage,
  type StoredFile,
} from './storage';

export interface S3Settings {
  kind: 's3';
  bucket: string;
  /** Prepended to every key. It ends with a slash, or is empty. */
  prefix: string;
  region: string;
  /** Null for Amazon S3. */
  endpoint: string | null;
  /** True if URLs have the form `host/bucket/key` instead of `bucket.host/key`. */
  isPathStyle: boolean;
  /** Null if the SDK finds credentials itself, for example from an instance role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Until the response begins. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Idle timeout in either direction. A player that pauses for longer requests the rest again. */
const IDLE_MS = 120_000;
/** Name of the object that tests write access. No storage key starts with a dot, so it cannot collide with a file. */
const PROBE = '.probe';
/** Larger files are uploaded in parts of this size, the minimum of S3. Two at a time, so an upload needs 10 MiB of memory. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Stores files in a bucket of Amazon S3 or a compatible server. An object becomes visible when its upload completes, so a
 * failed put changes nothing.
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
      // Some S3-compatible servers do not support the trailing checksums that the SDK sends by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: RESPONSE_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        socketTimeout: IDLE_MS,
      },
    });
  }

  async put(key: string, content: Readable, { contentType, maxBytes, signal }: PutOptions): Promise<number> {
    assertContentType(key, contentType);
    const limit = new ByteLimit(maxBytes);
    // The upload reads `limit`, so it receives the errors of the stream, the limit and the signal.
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
      countRefusedWrite(error);
      content.destroy();
      // Prefer the cause over an error of aborting the multipart upload.
      throw limit.errored ?? error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<OpenedFile | null> {
    const contentType = contentTypeOf(key);
    // S3 would interpret a negative start as a suffix length and ignore other invalid ranges.
    if (range && !isForward(range)) return this.refuseRange(key);
    const path = { Bucket: this.bucket, Key: this.pathOf(key) };
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    try {
      const response = await orNull(this.client.send(new GetObjectCommand({ ...path, Range })));
      if (!response) return null;
      const size = Number(response.ContentRange?.split('/')[1] ?? response.ContentLength);
      return {
        size,
        contentType,
        modifiedAt: response.LastModified ?? new Date(0),
        stream: response.Body as Readable,
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

  async *list(folder: string, after?: string): AsyncGenerator<ListedFile> {
    const StartAfter = after && this.pathOf(after);
    const input = { Bucket: this.bucket, Prefix: this.pathOf(`${folder}/`), Delimiter: '/', StartAfter };
    for await (const page of paginateListObjectsV2({ client: this.client }, input)) {
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key && LastModified) yield { key: Key.slice(this.settings.prefix.length), modifiedAt: LastModified };
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

  /** Aborts stale multipart uploads, because S3 would store their parts and charge for them indefinitely. */
  async removeAbandoned(now = Date.now()): Promise<number> {
    try {
      return await this.abortBefore(new Date(now - ABANDONED_AFTER_MS));
    } catch (error) {
      // Some S3-compatible servers do not implement listing of multipart uploads.
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

/** Maps a missing object to null. A missing bucket remains an error. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    if (isMissing && error.name !== 'NoSuchBucket') return null;
    throw error;
  }
}
