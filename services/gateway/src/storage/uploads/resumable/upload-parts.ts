import { LuitError } from '@luit/contracts/errors';
import type { Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { STORAGE } from '../../files/files.service';
import { UploadMemory } from '../upload-memory';

/** Keys begin with the id of their upload, so that the worker's cleaner can find uploads that make no progress. */
const FOLDER = 'upload-parts';
const CONTENT_TYPE = 'application/octet-stream';

interface Receiver {
  uploadId: string;
  /** An account or the address of a guest. */
  uploader: string;
  /** Most bytes that the part may have. */
  room: number;
}

/** Receives parts of uploads and keeps them in the shared storage. */
@Injectable()
export class UploadParts {
  private readonly log = new Logger(UploadParts.name);

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly memory: UploadMemory,
  ) {}

  /**
   * Stores what arrives. If the connection is lost, the bytes before that are stored, so that they are never sent again.
   *
   * @param commit counts the stored part; a part that it rejects is removed
   * @returns whether the part counts, and its size in bytes; an empty part is not stored
   * @throws LuitError `payload_too_large`, `unavailable`, `storage_full`
   */
  async receive(
    body: Readable,
    { uploadId, uploader, room }: Receiver,
    commit: (key: string, bytes: number) => Promise<boolean>,
  ): Promise<{ bytes: number; isCommitted: boolean }> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of untilLost(body)) {
        bytes += chunk.length;
        this.memory.hold(chunk.length, uploader);
        if (bytes > room) throw new LuitError('payload_too_large', 'The file is larger than announced.');
        chunks.push(chunk);
      }
      if (bytes === 0) return { bytes, isCommitted: true };
      return { bytes, isCommitted: await this.store(uploadId, chunks, bytes, commit) };
    } finally {
      // The rest is read and dropped, so that the client receives the response.
      body.resume();
      this.memory.release(bytes, uploader);
    }
  }

  /**
   * Streams a part of a large file to the storage, so that the memory it takes does not depend on its size. A part counts as a whole or not at
   * all.
   *
   * @param part its folder in the storage, the id of its upload, its announced size and its SHA-256 in base64
   * @throws LuitError `validation_failed` if bytes are missing or differ from the checksum; `storage_full`
   */
  async stream(
    body: Readable,
    part: { folder: string; uploadId: string; bytes: number; sha256: string },
    commit: (key: string) => Promise<boolean>,
  ): Promise<boolean> {
    const key = `${part.folder}/${part.uploadId}-${uuidv7()}.part`;
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    // A client that goes away leaves a part without its end.
    body.once('error', () => hashed.end()).once('aborted', () => hashed.end());
    const bytes = await this.storage.put(key, body.pipe(hashed), { contentType: CONTENT_TYPE, maxBytes: part.bytes });
    const isWhole = bytes === part.bytes && hash.digest('base64') === part.sha256;
    const isCommitted = isWhole && (await commit(key));
    if (!isCommitted) await this.remove([key]);
    if (!isWhole) throw new LuitError('validation_failed', 'The part is incomplete or damaged. Send it again.');
    return isCommitted;
  }

  /** @returns the file; null if a part was removed meanwhile */
  async join(keys: string[]): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (const key of keys) {
      const part = await this.storage.get(key);
      if (!part) return null;
      parts.push(await buffer(part.stream));
    }
    return Buffer.concat(parts);
  }

  /** Deletes parts. The worker's cleaner finds parts that could not be deleted. */
  async remove(keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.storage.remove(key).catch((error: unknown) => {
        this.log.warn({ msg: 'Deleting a part of an upload failed', key, err: error });
      });
    }
  }

  private async store(
    uploadId: string,
    chunks: Buffer[],
    bytes: number,
    commit: (key: string, bytes: number) => Promise<boolean>,
  ): Promise<boolean> {
    const key = `${FOLDER}/${uploadId}-${uuidv7()}.part`;
    await this.storage.put(key, Readable.from(chunks), { contentType: CONTENT_TYPE, maxBytes: bytes });
    const isCommitted = await commit(key, bytes);
    if (!isCommitted) await this.remove([key]);
    return isCommitted;
  }
}

/** Yields what arrives. A lost connection ends the part; the client asks for the offset and continues there. */
async function* untilLost(body: Readable): AsyncGenerator<Buffer> {
  const iterator = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  for (;;) {
    const next = await iterator.next().catch((error: unknown) => {
      if (body.destroyed) return null;
      throw error;
    });
    if (!next || next.done) return;
    yield next.value;
  }
}
