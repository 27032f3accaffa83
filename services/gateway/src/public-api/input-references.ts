import { FileTooLargeError } from '@luit/platform/storage/storage';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { uploaderOf } from '../storage/uploads/upload-quota';
import { CONFIG, type GatewayConfig } from '../config';
import { JSON_LIMIT_BYTES } from '../http/requests/body-kind';
import { indexOfMark, splitDataUrlBody } from '../http/requests/data-url-body';
import { InFlight } from '../http/connections/in-flight';
import { readBytes } from '../http/requests/request-bodies';
import { validationPipe } from '../http/requests/validation.pipe';
import type { ApiRequest } from '../access/identities/api-key.guard';
import { imageOfDataUrl, invalidImageReference, maxDataUrlBytes } from '../storage/uploads/data-urls';
import { tooManyImages } from '../storage/uploads/image-cleaner';
import { ImageStoreService } from '../storage/uploads/image-store.service';
import { toImageFailure } from '../storage/uploads/upload-errors';
import {
  type ImageFields,
  type StoredImages,
  type StoredUpload,
  UploadsService,
} from '../storage/uploads/uploads.service';

/** Large JSON bodies in memory, 113 MB at most with the default size of images. */
const IN_FLIGHT = { perSubject: 4, total: 8 };

/** The caller owns the images. */
export interface ReceivedInput<Input> {
  input: Input;
  images: StoredImages;
}

/** Reads new requests from JSON bodies and forms, and stores their images. */
@Injectable()
export class InputReferences {
  private readonly validation = validationPipe({ isStrict: true });
  private readonly inFlight = new InFlight(IN_FLIGHT);

  constructor(
    private readonly uploads: UploadsService,
    private readonly images: ImageStoreService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** @throws LuitError 413, 415, `validation_failed` with the field; `unavailable` if too many large bodies are in flight */
  async receive<Input extends object>(
    request: ApiRequest,
    type: Type<Input>,
    fields: ImageFields,
  ): Promise<ReceivedInput<Input>> {
    if (request.isMultipart()) {
      const { input, images } = await this.uploads.receiveOptional(request, type, fields);
      return this.stored(request, input, fields, [], images);
    }
    const { body } = request;
    return body instanceof Readable
      ? this.receiveLarge(request, body, type, fields)
      : this.read(request, body as object, type, fields);
  }

  /** @throws LuitError 413, 415, `validation_failed` with the field */
  async read<Input extends object>(
    request: ApiRequest,
    body: object,
    type: Type<Input>,
    fields: ImageFields,
  ): Promise<ReceivedInput<Input>> {
    return this.stored(request, await this.validated(body, type), fields);
  }

  /** Reads a JSON body of up to the size of an image. */
  private async receiveLarge<Input extends object>(
    request: ApiRequest,
    body: Readable,
    type: Type<Input>,
    fields: ImageFields,
  ): Promise<ReceivedInput<Input>> {
    const release = this.inFlight.begin(request.user!.id);
    if (!release) throw tooManyImages();
    try {
      const most = Object.values(fields).reduce((sum, each) => sum + each, 0);
      const { json, images } = splitDataUrlBody(await this.readLarge(request, body), JSON_LIMIT_BYTES, most);
      return await this.stored(request, await this.validated(json as object, type), fields, images);
    } finally {
      release();
    }
  }

  private readLarge(request: ApiRequest, body: Readable): Promise<Buffer> {
    const limit = maxDataUrlBytes(this.config.uploads.maxBytes) + JSON_LIMIT_BYTES;
    return readBytes(body, limit, request);
  }

  private async validated<Input extends object>(fields: object, type: Type<Input>): Promise<Input> {
    return (await this.validation.transform(fields, { type: 'body', metatype: type })) as Input;
  }

  /**
   * Stores the images of data URLs. Nothing is fetched.
   *
   * @param cut images that the input has marks of; each has to be used
   * @param images those that were files of a form
   */
  private stored<Input extends object>(
    request: ApiRequest,
    input: Input,
    fields: ImageFields,
    cut: Buffer[] = [],
    images: StoredImages = {},
  ): Promise<ReceivedInput<Input>> {
    const unused = new Set(cut.keys());
    return this.uploads.discardUnless(images, async () => {
      for (const [field, most] of Object.entries(fields)) {
        for (const reference of referencesIn(input, field, most)) {
          const url = urlOf(reference, field);
          const index = indexOfMark(url);
          if (index !== undefined) unused.delete(index);
          const text = index === undefined ? url : cut[index]?.toString('latin1');
          if (typeof text !== 'string') throw invalidImageReference(field);
          (images[field] ??= []).push(await this.store(request, imageOfDataUrl(text, field)));
        }
      }
      if (unused.size > 0) throw invalidImageReference(Object.keys(fields)[0]!);
      return { input, images };
    });
  }

  private async store(request: ApiRequest, image: Buffer): Promise<StoredUpload> {
    try {
      if (image.length > this.config.uploads.maxBytes) throw new FileTooLargeError(this.config.uploads.maxBytes);
      const key = await this.images.store(image, uploaderOf(request));
      return { key, sha256: createHash('sha256').update(image).digest('hex') };
    } catch (error) {
      throw toImageFailure(error, this.config.uploads);
    }
  }
}

/** One image, or a list where there may be several. @throws LuitError `validation_failed` for too many */
function referencesIn(input: object, field: string, most: number): unknown[] {
  const value = (input as Record<string, unknown>)[field];
  if (value === undefined || value === null || value === '') return [];
  if (most === 1 || !Array.isArray(value)) return [value];
  if (value.length > most) throw invalidImageReference(field);
  return value;
}

/** @throws LuitError `validation_failed` for other fields than `image_url` */
function urlOf(reference: unknown, field: string): unknown {
  if (typeof reference !== 'object' || reference === null) return undefined;
  if (Object.keys(reference).some((name) => name !== 'image_url')) throw invalidImageReference(field);
  return (reference as { image_url?: unknown }).image_url;
}
