import { FileTooLargeError } from '@luit/platform/storage/storage';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { uploaderOf } from '../storage/uploads/upload-quota';
import { CONFIG, type GatewayConfig } from '../config';
import { JSON_LIMIT_BYTES } from '../http/requests/body-kind';
import { splitDataUrlBody } from '../http/requests/data-url-body';
import { InFlight } from '../http/connections/in-flight';
import { readBytes } from '../http/requests/request-bodies';
import { validationPipe } from '../http/requests/validation.pipe';
import type { ApiRequest } from '../access/identities/api-key.guard';
import { imageOfDataUrl, invalidImageReference, maxDataUrlBytes } from '../storage/uploads/data-urls';
import { tooManyImages } from '../storage/uploads/image-cleaner';
import { ImageStoreService } from '../storage/uploads/image-store.service';
import { toImageFailure } from '../storage/uploads/upload-errors';
import { type StoredUpload, UploadsService } from '../storage/uploads/uploads.service';

/** Large JSON bodies in memory, 113 MB at most with the default size of images. */
const IN_FLIGHT = { perSubject: 4, total: 8 };

/** The caller owns the image. */
export interface ReceivedInput<Input> {
  input: Input;
  image: StoredUpload | undefined;
}

/** Reads new requests from JSON bodies and forms, and stores their image. */
@Injectable()
export class InputReferences {
  private readonly validation = validationPipe({ isStrict: true });
  private readonly inFlight = new InFlight(IN_FLIGHT);

  constructor(
    private readonly uploads: UploadsService,
    private readonly images: ImageStoreService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * @param field of the image
   * @throws LuitError 413, 415, `validation_failed` with the field; `unavailable` if too many large bodies are in flight
   */
  async receive<Input extends object, Field extends keyof Input & string>(
    request: ApiRequest,
    type: Type<Input>,
    field: Field,
  ): Promise<ReceivedInput<Input>> {
    if (request.isMultipart()) {
      const { input, image } = await this.uploads.receiveOptional(request, type, field);
      return { input, image: image ?? (await this.storeReference(request, input[field], field)) };
    }
    const { body } = request;
    return body instanceof Readable
      ? this.receiveLarge(request, body, type, field)
      : this.read(request, body as object, type, field);
  }

  /** @throws LuitError 413, 415, `validation_failed` with the field */
  async read<Input extends object, Field extends keyof Input & string>(
    request: ApiRequest,
    fields: object,
    type: Type<Input>,
    field: Field,
  ): Promise<ReceivedInput<Input>> {
    const input = await this.validated(fields, type);
    return { input, image: await this.storeReference(request, input[field], field) };
  }

  /** Reads a JSON body of up to the size of an image. */
  private async receiveLarge<Input extends object, Field extends keyof Input & string>(
    request: ApiRequest,
    body: Readable,
    type: Type<Input>,
    field: Field,
  ): Promise<ReceivedInput<Input>> {
    const release = this.inFlight.begin(request.user!.id);
    if (!release) throw tooManyImages();
    try {
      const { input, image } = await this.splitLarge(request, await this.readLarge(request, body), type, field);
      return { input, image: image ?? (await this.storeReference(request, input[field], field)) };
    } finally {
      release();
    }
  }

  private readLarge(request: ApiRequest, body: Readable): Promise<Buffer> {
    const limit = maxDataUrlBytes(this.config.uploads.maxBytes) + JSON_LIMIT_BYTES;
    return readBytes(body, limit, request);
  }

  /** The image is undefined if the body has none that starts with `data:image`. */
  private async splitLarge<Input extends object, Field extends keyof Input & string>(
    request: ApiRequest,
    body: Buffer,
    type: Type<Input>,
    field: Field,
  ): Promise<ReceivedInput<Input>> {
    const { json, header, image } = splitDataUrlBody(body, JSON_LIMIT_BYTES);
    const input = await this.validated(json as object, type);
    if (image.length === 0) return { input, image: undefined };
    if (header === '' || urlOf(input[field], field) !== header.replace('\\', '')) throw invalidImageReference(field);
    return { input, image: await this.store(request, imageOfDataUrl(image.toString('latin1'), field)) };
  }

  private async validated<Input extends object>(fields: object, type: Type<Input>): Promise<Input> {
    return (await this.validation.transform(fields, { type: 'body', metatype: type })) as Input;
  }

  /** Stores the image of a data URL. Nothing is fetched. */
  private async storeReference(
    request: ApiRequest,
    reference: unknown,
    field: string,
  ): Promise<StoredUpload | undefined> {
    if (reference === undefined || reference === null || reference === '') return undefined;
    const url = urlOf(reference, field);
    if (typeof url !== 'string') throw invalidImageReference(field);
    return this.store(request, imageOfDataUrl(url, field));
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

/** @throws LuitError `validation_failed` for other fields than `image_url` */
function urlOf(reference: unknown, field: string): unknown {
  if (typeof reference !== 'object' || reference === null) return undefined;
  if (Object.keys(reference).some((name) => name !== 'image_url')) throw invalidImageReference(field);
  return (reference as { image_url?: unknown }).image_url;
}
