import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type {
  AcceptedRecord,
  ImagesBody,
  NewRequest,
  RestoreFromImageBody,
  VideoFromImageBody,
} from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ImageVideoDto, RestoreDto } from './image-forms.dto';
import { ImageStoreService } from '../../storage/uploads/image-store.service';
import { OrderImagesService } from '../../storage/uploads/order-images.service';
import { type StoredUpload, UploadsService } from '../../storage/uploads/uploads.service';
import { acceptedAnswer, logMismatchedUser } from './requests.service';
import { videoOptionsOf } from './video-options';
import { RequestViewsService } from './request-views.service';

/** Creates requests with an input image. */
@Injectable()
export class ImageRequestsService {
  constructor(
    private readonly calls: CallClient,
    private readonly uploads: UploadsService,
    private readonly images: ImageStoreService,
    private readonly orderImages: OrderImagesService,
    private readonly views: RequestViewsService,
  ) {}

  async generateVideo(userId: string, request: FastifyRequest, idempotencyKey: string | undefined) {
    const { image, lastImage, input } = await this.uploads.receive(request, ImageVideoDto, { mayHaveLast: true });
    const { userId: named, prompt, planId, model, expectedCredits } = input;
    logMismatchedUser(userId, named);
    const options = await videoOptionsOf(input, this.orderImages);
    const fields = { userId, prompt, planId, model, expectedCredits, ...options, idempotencyKey };
    return this.create(image, { type: 'image_video', ...fields }, lastImage);
  }

  async restore(userId: string, request: FastifyRequest, idempotencyKey: string | undefined) {
    const { image, input } = await this.uploads.receive(request, RestoreDto);
    const { quality, enhancement, colorRestoration, expectedCredits } = input;
    const restore = { quality, enhancement, colorRestoration };
    return this.create(image, { userId, type: 'restore', prompt: '', restore, expectedCredits, idempotencyKey });
  }

  /** Uses an image that was uploaded before. It stays for another attempt if the request is rejected. */
  async generateVideoOf(userId: string, input: VideoFromImageBody, idempotencyKey: string | undefined) {
    const { userId: named, imageUrl, prompt, planId, model, expectedCredits } = input;
    logMismatchedUser(userId, named);
    return this.createOf(imageUrl, {
      userId,
      type: 'image_video',
      ...{ prompt, planId, model, expectedCredits },
      ...(await videoOptionsOf(input, this.orderImages)),
      idempotencyKey,
    });
  }

  /** Makes images from a prompt, or changes an image that was uploaded before. */
  async generateImages(userId: string, input: ImagesBody, idempotencyKey: string | undefined) {
    const { imageUrl, ...fields } = input;
    const newRequest = { ...fields, userId, type: 'image' as const, idempotencyKey };
    if (imageUrl !== undefined) return this.createOf(imageUrl, newRequest);
    return this.accepted(await this.calls.call(generationCalls.createRequest, newRequest));
  }

  /** Uses a photo that was uploaded before. It stays for another attempt if the request is rejected. */
  async restoreOf(userId: string, input: RestoreFromImageBody, idempotencyKey: string | undefined) {
    const { imageUrl, expectedCredits, ...restore } = input;
    return this.createOf(imageUrl, { userId, type: 'restore', prompt: '', restore, expectedCredits, idempotencyKey });
  }

  private async createOf(imageUrl: string, newRequest: Omit<NewRequest, 'imageKey'>) {
    const imageKey = await this.orderImages.keyOf(imageUrl);
    const record = await this.calls.call(generationCalls.createRequest, { ...newRequest, imageKey });
    await this.orderImages.markUsed(imageKey, newRequest.lastImageKey, ...(newRequest.referenceKeys ?? []));
    return this.accepted(record);
  }

  private async create(
    image: StoredUpload,
    newRequest: Omit<NewRequest, 'imageKey' | 'imageHash'>,
    lastImage?: StoredUpload,
  ) {
    return this.accepted(await this.createWith(image, newRequest, lastImage));
  }

  /** The image is deleted if it is not used. */
  async createWith(
    image: StoredUpload,
    newRequest: Omit<NewRequest, 'imageKey' | 'imageHash'>,
    lastImage?: StoredUpload,
  ): Promise<AcceptedRecord> {
    const first = { imageKey: image.key, imageHash: image.sha256 };
    const last = lastImage && { lastImageKey: lastImage.key, lastImageHash: lastImage.sha256 };
    const record = await this.request({ ...newRequest, ...first, ...last });
    // A repeated request returns the first record, so the new uploads are not used.
    if (record.imageKey !== image.key) await this.discard(first.imageKey, last?.lastImageKey);
    return record;
  }

  private accepted(record: AcceptedRecord) {
    const { image_url } = this.views.viewOf(record);
    return { ...acceptedAnswer(record), image_url };
  }

  private async request(newRequest: NewRequest): Promise<AcceptedRecord> {
    try {
      return await this.calls.call(generationCalls.createRequest, newRequest);
    } catch (error) {
      // Without a definite response the request may exist and need the images.
      const isRefused = error instanceof LuitError && error.status < 500;
      if (isRefused) await this.discard(newRequest.imageKey, newRequest.lastImageKey);
      throw error;
    }
  }

  /** Deletes unused images. */
  async discard(...keys: (string | undefined)[]): Promise<void> {
    for (const key of keys) if (key !== undefined) await this.images.discard(key);
  }
}
