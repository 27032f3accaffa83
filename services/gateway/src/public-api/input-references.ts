import { LuitError } from '@luit/contracts/errors';
import { createHash } from 'node:crypto';
import { Inject, Injectable, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type GatewayConfig } from '../config';
import { validationPipe } from '../http/validation.pipe';
import { ImageStoreService } from '../uploads/image-store.service';
import { toImageFailure } from '../uploads/upload-errors';
import { type StoredUpload, UploadsService } from '../uploads/uploads.service';

const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** The caller owns the image. */
export interface ReceivedInput<Input> {
  input: Input;
  image: StoredUpload | undefined;
}

/** Reads new requests from JSON bodies and forms, and stores their image. */
@Injectable()
export class InputReferences {
  private readonly validation = validationPipe();

  constructor(
    private readonly uploads: UploadsService,
    private readonly images: ImageStoreService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * @param field of the image
   * @throws LuitError 413, 415, `validation_failed` with the field
   */
  async receive<Input extends object, Field extends keyof Input & string>(
    request: FastifyRequest,
    type: Type<Input>,
    field: Field,
  ): Promise<ReceivedInput<Input>> {
    if (request.isMultipart()) {
      const { input, image } = await this.uploads.receiveOptional(request, type, field);
      return { input, image: image ?? (await this.storeReference(input[field], field)) };
    }
    return this.read(request.body as object, type, field);
  }

  /** @throws LuitError 413, 415, `validation_failed` with the field */
  async read<Input extends object, Field extends keyof Input & string>(
    fields: object,
    type: Type<Input>,
    field: Field,
  ): Promise<ReceivedInput<Input>> {
    const input = (await this.validation.transform(fields, { type: 'body', metatype: type })) as Input;
    return { input, image: await this.storeReference(input[field], field) };
  }

  /** Stores the image of a data URL. Nothing is fetched. */
  private async storeReference(reference: unknown, field: string): Promise<StoredUpload | undefined> {
    if (reference === undefined || reference === null || reference === '') return undefined;
    const { image_url: url } = reference as { image_url?: unknown };
    const [, base64] = (typeof url === 'string' && DATA_URL.exec(url)) || [];
    if (base64 === undefined) throw invalidReference(field);
    const bytes = Buffer.from(base64, 'base64');
    try {
      return { key: await this.images.store(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
    } catch (error) {
      throw toImageFailure(error, this.config.uploads);
    }
  }
}

function invalidReference(field: string): LuitError {
  const text =
    'Send the image as a file of a multipart form, or as a data URL of JPEG, PNG or WebP. Other URLs are not fetched.';
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
