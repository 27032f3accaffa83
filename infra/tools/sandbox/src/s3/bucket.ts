import { createHash, randomBytes } from 'node:crypto';
import { S3Error } from './errors';

export interface StoredObject {
  key: string;
  content: Buffer;
  contentType: string;
  etag: string;
  modifiedAt: Date;
}

interface PendingUpload {
  key: string;
  uploadId: string;
  contentType: string;
  initiatedAt: Date;
  parts: Map<number, { content: Buffer; etag: string }>;
}

/** Minimum size of all parts except the last one. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** A bucket in memory. */
export class Bucket {
  private readonly objects = new Map<string, StoredObject>();
  private readonly uploads = new Map<string, PendingUpload>();

  put(key: string, content: Buffer, contentType: string): StoredObject {
    const object = { key, content, contentType, etag: etagOf(content), modifiedAt: new Date() };
    this.objects.set(key, object);
    return object;
  }

  /** @throws S3Error */
  get(key: string): StoredObject {
    const object = this.objects.get(key);
    if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
    return object;
  }

  remove(key: string): void {
    this.objects.delete(key);
  }

  /** Objects with the prefix, ordered by key. */
  list(prefix: string): StoredObject[] {
    const found = [...this.objects.values()].filter(({ key }) => key.startsWith(prefix));
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  startUpload(key: string, contentType: string): PendingUpload {
    const uploadId = randomBytes(16).toString('hex');
    const upload = { key, uploadId, contentType, initiatedAt: new Date(), parts: new Map() };
    this.uploads.set(uploadId, upload);
    return upload;
  }

  putPart(key: string, uploadId: string, number: number, content: Buffer): string {
    const etag = etagOf(content);
    this.upload(key, uploadId).parts.set(number, { content, etag });
    return etag;
  }

  /** @throws S3Error if a part is missing, has another ETag or is too small */
  complete(key: string, uploadId: string, named: { number: number; etag: string }[]): StoredObject {
    const { parts, contentType } = this.upload(key, uploadId);
    const contents = named.map(({ number, etag }, index) => {
      const part = parts.get(number);
      if (!part || part.etag !== etag) throw new S3Error(400, 'InvalidPart', `Part ${number} could not be found.`);
      if (index < named.length - 1 && part.content.length < MIN_PART_BYTES) {
        throw new S3Error(400, 'EntityTooSmall', `Part ${number} is smaller than allowed.`);
      }
      return part.content;
    });
    if (contents.length === 0) throw new S3Error(400, 'MalformedXML', 'The request lists no parts.');
    this.uploads.delete(uploadId);
    return this.put(key, Buffer.concat(contents), contentType);
  }

  abort(key: string, uploadId: string): void {
    this.upload(key, uploadId);
    this.uploads.delete(uploadId);
  }

  listUploads(prefix: string): PendingUpload[] {
    return [...this.uploads.values()].filter(({ key }) => key.startsWith(prefix));
  }

  private upload(key: string, uploadId: string): PendingUpload {
    const upload = this.uploads.get(uploadId);
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.');
    return upload;
  }
}

function etagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}
