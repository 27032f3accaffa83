import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type StoredUpload, UploadsService } from '../uploads/uploads.service';
import { logMismatchedUser } from './mismatched-user';
import { RequestViewsService } from './request-views.service';
import { ImageVideoDto, RestoreDto } from './requests.dto';

/** Requests that begin with an image. */
@Injectable()
export class ImageRequestsService {
  constructor(
    private readonly calls: CallClient,
    private readonly uploads: UploadsService,
    private readonly views: RequestViewsService,
  ) {}

  async generateVideo(userId: string, request: FastifyRequest, idempotencyKey: string | undefined) {
    const { image, input } = await this.uploads.receive(request, ImageVideoDto);
    const { userId: named, image: _file, ...wanted } = input;
    logMismatchedUser(userId, named);
    return this.create(image, { userId, type: 'image_video', ...wanted, idempotencyKey });
  }

  async restore(userId: string, request: FastifyRequest, idempotencyKey: string | undefined) {
    const { image, input } = await this.uploads.receive(request, RestoreDto);
    const { quality, enhancement, colorRestoration, expectedCredits } = input;
    const restore = { quality, enhancement, colorRestoration };
    return this.create(image, { userId, type: 'restore', prompt: '', restore, expectedCredits, idempotencyKey });
  }

  private async create(image: StoredUpload, wanted: Omit<NewRequest, 'imageKey' | 'imageHash'>) {
    const record = await this.request(image, { ...wanted, imageKey: image.key, imageHash: image.sha256 });
    // The same wish again: the first upload is the one that counts.
    if (record.imageKey !== image.key) await this.uploads.discard(image.key);
    const { image_url } = this.views.viewOf(record);
    return { request_id: record.id, image_url, credits: record.credits, status: 'processing' as const };
  }

  private async request(image: StoredUpload, wanted: NewRequest): Promise<RequestRecord> {
    try {
      return await this.calls.call(generationCalls.createRequest, wanted);
    } catch (error) {
      // Without a definite answer a request may have been made that needs the image.
      if (error instanceof LuitError && error.status < 500) await this.uploads.discard(image.key);
      throw error;
    }
  }
}
