import { extname } from 'node:path';
import type { Readable } from 'node:stream';

/** Bytes of a file, first and last included. An `end` past the file's end means its end. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface StoredFile {
  /** Bytes of the whole file. */
  size: number;
  contentType: string;
  modifiedAt: Date;
}

export interface OpenedFile extends StoredFile {
  /** To be read or destroyed by whoever asked for it. */
  stream: Readable;
  /** What `stream` gives, both ends included; null for the whole file. */
  range: { start: number; end: number } | null;
}

export interface PutOptions {
  /** Has to be the one that the key's extension stands for. */
  contentType: string;
  maxBytes: number;
  signal?: AbortSignal;
}

/** Files by key: `outputs/{requestId}/video.mp4`. A key's content appears whole or not at all. */
export abstract class Storage {
  /**
   * Stores the stream's content, replacing what the key held.
   *
   * @returns the bytes stored
   * @throws StorageKeyError, FileTooLargeError beyond `maxBytes`, and the stream's own error; the key then is as before
   */
  abstract put(key: string, content: Readable, options: PutOptions): Promise<number>;
  /**
   * Null where there is no such file.
   *
   * @throws RangeNotSatisfiableError where the range starts past the end
   */
  abstract get(key: string, range?: ByteRange): Promise<OpenedFile | null>;
  abstract stat(key: string): Promise<StoredFile | null>;
  /** Removing what is not there is fine. */
  abstract remove(key: string): Promise<void>;
  /** Keys of the files in a folder, not of those in its folders, that were stored before `time`. */
  abstract listStoredBefore(folder: string, time: Date): AsyncGenerator<string>;
  /** @throws where nothing could be stored: done once, at the start */
  abstract assertWritable(): Promise<void>;
  /** @throws where it does not answer: cheap enough to be asked every few seconds */
  abstract assertReachable(): Promise<void>;
  /** Removes what processes that died while writing left behind more than a day ago. @returns how many */
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

/** What a process died over while it wrote it; a day is longer than any write takes. */
export const ABANDONED_AFTER_MS = 24 * 3600 * 1000;
const CONTENT_TYPES: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
};
const MAX_KEY_LENGTH = 512;
/** Each part starts with a letter or digit, so neither `..` nor a hidden file can be named. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/**
 * The content type of a key, told by its extension, so that no store has to keep it beside the file.
 *
 * @throws StorageKeyError for what is not a key: path steps, absolute paths, hidden or unknown kinds of files
 */
export function contentTypeOf(key: string): string {
  const contentType = CONTENT_TYPES[extname(key)];
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key) || !contentType) {
    throw new StorageKeyError(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
  }
  return contentType;
}

/** @throws StorageKeyError where the key's extension stands for another type */
export function assertContentType(key: string, contentType: string): void {
  if (contentTypeOf(key) !== contentType) throw new StorageKeyError(`${key} cannot hold ${contentType}`);
}

/**
 * Both ends of a range within a file of that size.
 *
 * @throws RangeNotSatisfiableError
 */
export function clampRange({ start, end }: ByteRange, size: number): { start: number; end: number } {
  const last = Math.min(end ?? size - 1, size - 1);
  if (!Number.isSafeInteger(start) || start < 0 || start > last) throw new RangeNotSatisfiableError(size);
  return { start, end: last };
}
