import { extname } from 'node:path';
import type { Readable } from 'node:stream';

/** Inclusive byte range of a file. A missing `end`, or one past the end of the file, means the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface StoredFile {
  /** Size of the whole file in bytes. */
  size: number;
  contentType: string;
  modifiedAt: Date;
}

export interface ListedFile {
  key: string;
  modifiedAt: Date;
}

export interface OpenedFile extends StoredFile {
  /** The caller must read it to the end or destroy it. */
  stream: Readable;
  /** Inclusive range of bytes in `stream`; null for the whole file. */
  range: { start: number; end: number } | null;
}

export interface PutOptions {
  /** Must match the extension of the key. */
  contentType: string;
  maxBytes: number;
  signal?: AbortSignal;
}

/** Stores files by key, for example `outputs/{requestId}/video.mp4`. Writes are atomic. */
export abstract class Storage {
  /**
   * Stores the content of a stream and replaces existing content. If it fails, existing content stays unchanged.
   *
   * @returns the number of bytes stored
   * @throws StorageKeyError, FileTooLargeError beyond `maxBytes`, or the error of the stream
   */
  abstract put(key: string, content: Readable, options: PutOptions): Promise<number>;
  /**
   * Opens a file, or returns null if it does not exist.
   *
   * @throws RangeNotSatisfiableError if the range starts past the end or ends before it starts
   */
  abstract get(key: string, range?: ByteRange): Promise<OpenedFile | null>;
  abstract stat(key: string): Promise<StoredFile | null>;
  /** Does nothing if the file does not exist. */
  abstract remove(key: string): Promise<void>;
  /**
   * Yields the files directly in a folder, without its subfolders, in the order of their keys.
   *
   * @param after yields keys after this one only; the files before it are not read
   */
  abstract list(folder: string, after?: string): AsyncGenerator<ListedFile>;
  /** Called once at startup. @throws Error if files cannot be stored */
  abstract assertWritable(): Promise<void>;
  /** Cheap enough for a health check every few seconds. @throws Error if the storage does not respond */
  abstract assertReachable(): Promise<void>;
  /** Removes incomplete writes of crashed processes that are older than a day. @returns the number removed */
  abstract removeAbandoned(now?: number): Promise<number>;
}

export class StorageKeyError extends Error {
  override readonly name = 'StorageKeyError';
}

export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
  }
}

export class RangeNotSatisfiableError extends Error {
  override readonly name = 'RangeNotSatisfiableError';
  constructor(readonly size: number) {
    super(`The range starts past the end of ${size} bytes`);
  }
}

/** Age after which an incomplete write counts as abandoned. No write takes this long. */
export const ABANDONED_AFTER_MS = 24 * 3600 * 1000;
const CONTENT_TYPES: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.gz': 'application/gzip',
  // A part of an unfinished upload.
  '.part': 'application/octet-stream',
};
const MAX_KEY_LENGTH = 512;
/** Each path segment starts with a letter or digit, which excludes `..` and hidden files. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/**
 * The content type of a key by its extension, so that storages need not store it.
 *
 * @throws StorageKeyError for `.` and `..` segments, absolute paths, hidden files and unknown extensions
 */
export function contentTypeOf(key: string): string {
  const contentType = CONTENT_TYPES[extname(key)];
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key) || !contentType) {
    throw new StorageKeyError(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
  }
  return contentType;
}

/** @throws StorageKeyError if the extension of the key has another content type */
export function assertContentType(key: string, contentType: string): void {
  if (contentTypeOf(key) !== contentType) throw new StorageKeyError(`${key} cannot hold ${contentType}`);
}

/**
 * Clamps a range to a file of `size` bytes.
 *
 * @throws RangeNotSatisfiableError if the range starts past the end or ends before it starts
 */
export function clampRange({ start, end }: ByteRange, size: number): { start: number; end: number } {
  const last = Math.min(end ?? size - 1, size - 1);
  if (!Number.isSafeInteger(start) || start < 0 || start > last) throw new RangeNotSatisfiableError(size);
  return { start, end: last };
}
