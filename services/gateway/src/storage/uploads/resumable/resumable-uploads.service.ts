import { LuitError } from '@luit/contracts/errors';
import { imageTooLarge } from '@luit/contracts/generation/limits';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { CONFIG, type GatewayConfig } from '../../../config';
import type { IdentifiedRequest } from '../../../access/identities/identity.guards';
import { ImageStoreService } from '../image-store.service';
import { OrderImagesService } from '../order-images.service';
import { toImageFailure } from '../upload-errors';
import { UploadMemory } from '../upload-memory';
import { uploaderOf, UploadQuota } from '../upload-quota';
import { byteCount, wrongOffset } from './upload-offsets';
import { UploadParts } from './upload-parts';
import { type UploadRecord, UploadRecords } from './upload-records';

/** The web app sends at least 16 kB at once, so 10 MB need 640 parts. */
const MAX_PARTS = 1_000;

/** Receives images in parts, so that a lost connection or a reload costs nothing that has arrived. */
@Injectable()
export class ResumableUploadsService {
  constructor(
    private readonly records: UploadRecords,
    private readonly parts: UploadParts,
    private readonly images: ImageStoreService,
    private readonly orderImages: OrderImagesService,
    private readonly memory: UploadMemory,
    private readonly quota: UploadQuota,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * Counts the announced size, so that a client learns of a quota before it sends anything.
   *
   * @returns the id of the new upload
   * @throws LuitError `validation_failed`, `payload_too_large`; `too_many_requests`, `storage_full` beyond a quota
   */
  async create(request: IdentifiedRequest): Promise<string> {
    const size = byteCount(request, 'upload-length');
    const { maxBytes } = this.config.uploads;
    if (size === 0) throw new LuitError('validation_failed', 'The file is empty.');
    if (size > maxBytes) throw new LuitError('payload_too_large', imageTooLarge(maxBytes));
    // Random, because the id is all that a guest needs to continue.
    const id = randomUUID();
    await this.quota.hold(request, id, size, 'unfinished');
    await this.records.create(id, ownerOf(request), size);
    return id;
  }

  /** @throws LuitError `not_found`, also for an upload of another account */
  async find(request: IdentifiedRequest, id: string): Promise<UploadRecord> {
    const upload = await this.records.get(id);
    if (upload && upload.ownerId === ownerOf(request)) return upload;
    throw gone();
  }

  /**
   * Appends the body of the request.
   *
   * @returns the new offset, bytes
   * @throws LuitError `conflict` with the `offset` to continue at; `not_found`, `payload_too_large`
   */
  async append(request: IdentifiedRequest, id: string): Promise<number> {
    const offset = byteCount(request, 'upload-offset');
    const upload = await this.find(request, id);
    if (upload.offset !== offset) throw wrongOffset('upload', upload.offset);
    if (upload.parts.length >= MAX_PARTS) throw new LuitError('payload_too_large', 'The file has too many parts.');
    const room = upload.size - offset;
    const part = { uploadId: id, uploader: uploaderOf(request), room };
    const { bytes, isCommitted } = await this.parts.receive(request.raw, part, (key, size) =>
      this.records.append(id, offset, size, key),
    );
    if (isCommitted && bytes > 0) await this.quota.extend(id);
    if (isCommitted) return offset + bytes;
    throw wrongOffset('upload', (await this.find(request, id)).offset);
  }

  async cancel(request: IdentifiedRequest, id: string): Promise<void> {
    await this.discard(await this.find(request, id));
  }

  /**
   * Turns a complete upload into an image. Repeats return the same image.
   *
   * @throws LuitError `conflict` if bytes are missing; 400, 413, 415 if the file is not a supported image, which deletes the upload
   */
  async finish(request: IdentifiedRequest, id: string): Promise<{ image_url: string }> {
    const upload = await this.find(request, id);
    if (upload.imageKey) return this.orderImages.linkTo(upload.imageKey);
    if (upload.offset < upload.size) throw wrongOffset('upload', upload.offset);
    const uploader = uploaderOf(request);
    try {
      this.memory.hold(upload.size, uploader);
      const file = await this.parts.join(upload.parts);
      // Another request finished or canceled the upload meanwhile.
      if (!file) return this.orderImages.linkTo((await this.find(request, id)).imageKey ?? fail(gone()));
      return this.orderImages.linkTo(await this.keep(upload, await this.images.store(file, uploader)));
    } catch (error) {
      throw await this.rejected(request, upload, error);
    } finally {
      this.memory.release(upload.size, uploader);
    }
  }

  private async keep(upload: UploadRecord, stored: string): Promise<string> {
    const imageKey = await this.records.finish(upload.id, stored);
    if (imageKey !== stored) await this.images.discard(stored);
    if (imageKey === null) throw gone();
    await this.parts.remove(upload.parts);
    await this.quota.finish(upload.id, imageKey, await this.images.sizeOf(imageKey));
    return imageKey;
  }

  private async rejected(request: FastifyRequest, upload: UploadRecord, error: unknown): Promise<unknown> {
    const failure = toImageFailure(error, this.config.uploads);
    if (failure === error || !(failure instanceof LuitError)) return failure;
    await this.discard(upload);
    const { code } = failure;
    recordSecurityEvent('upload_refused', { code, route: request.routeOptions.url, ip: request.ip });
    return failure;
  }

  private async discard(upload: UploadRecord): Promise<void> {
    await this.records.remove(upload.id);
    await this.parts.remove(upload.parts);
    await this.quota.release(upload.id);
  }
}

function ownerOf({ user }: IdentifiedRequest): string | null {
  return user?.id ?? null;
}

function gone(): LuitError {
  return new LuitError('not_found', 'This upload no longer exists. Please upload the image again.');
}

function fail(error: Error): never {
  throw error;
}
