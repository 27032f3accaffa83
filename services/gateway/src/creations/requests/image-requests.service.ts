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
import { RequestViewsService } from './request-views.service';

interface InputImages {
  /** The first frame of a video, or the photo. */
  image?: StoredUpload | undefined;
  lastImage?: StoredUpload | undefined;
  references?: StoredUpload[];
}

/** Creates requests with input images. */
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
    const options = await this.orderImages.optionsOf(input);
    const fields = { userId, prompt, planId, model, expectedCredits, ...options, idempotencyKey };
    return this.accepted(await this.createWith({ image, lastImage }, { type: 'image_video', ...fields }));
  }

  async restore(userId: string, request: FastifyRequest, idempotencyKey: string | undefined) {
    const { image, input } = await this.uploads.receive(request, RestoreDto);
    const { quality, enhancement, colorRestoration, expectedCredits } = input;
    const restore = { quality, enhancement, colorRestoration };
    const fields = { userId, type: 'restore', prompt: '', restore, expectedCredits, idempotencyKey } as const;
    return this.accepted(await this.createWith({ image }, fields));
  }

  /** Uses an image that was uploaded before. It stays for another attempt if the request is rejected. */
  async generateVideoOf(userId: string, input: VideoFromImageBody, idempotencyKey: string | undefined) {
    const { userId: named, imageUrl, prompt, planId, model, expectedCredits } = input;
    logMismatchedUser(userId, named);
    return this.createOf(imageUrl, {
      userId,
      type: 'image_video',
      ...{ prompt, planId, model, expectedCredits },
      ...(await this.orderImages.optionsOf(input)),
      idempotencyKey,
    });
  }

  /** Makes images from a prompt, or changes an image that was uploaded before. */
  async generateImages(userId: string, input: ImagesBody, idempotencyKey: string | undefined) {
    const { imageUrl, references, ...fields } = input;
    const { referenceKeys } = await this.orderImages.optionsOf({ references });
    const newRequest = { ...fields, referenceKeys, userId, type: 'image' as const, idempotencyKey };
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

  /** Images that are not used are deleted. */
  async createWith(
    { image, lastImage, references = [] }: InputImages,
    newRequest: NewRequest,
  ): Promise<AcceptedRecord> {
    const keys = [image, lastImage, ...references].flatMap((each) => each?.key ?? []);
    const given = {
      ...(image && { imageKey: image.key, imageHash: image.sha256 }),
      ...(lastImage && { lastImageKey: lastImage.key, lastImageHash: lastImage.sha256 }),
      ...(references.length > 0 && {
        referenceKeys: references.map(({ key }) => key),
        referenceHashes: references.map(({ sha256 }) => sha256),
      }),
    };
    const record = await this.request({ ...newRequest, ...given }, keys);
    // A repeated request returns the first record, so the new uploads are not used.
    const used = [record.imageKey, record.lastImageKey, ...record.referenceKeys];
    await this.discard(keys.filter((key) => !used.includes(key)));
    return record;
  }

  private accepted(record: AcceptedRecord) {
    const { image_url } = this.views.viewOf(record);
    return { ...acceptedAnswer(record), image_url };
  }

  private async request(newRequest: NewRequest, keys: string[]): Promise<AcceptedRecord> {
    try {
      return await this.calls.call(generationCalls.createRequest, newRequest);
    } catch (error) {
      // Without a definite response the request may exist and need the images.
      if (error instanceof LuitError && error.status < 500) await this.discard(keys);
      throw error;
    }
  }

  private async discard(keys: string[]): Promise<void> {
    for (const key of keys) await this.images.discard(key);
  }
}
