import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { FileTooLargeError, type Storage } from '@luit/platform/storage/storage';
import type { MultipartFile } from '@fastify/multipart';
import { Inject, Injectable, Logger, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { CONFIG, type GatewayConfig } from '../config';
import { STORAGE } from '../files/files.service';
import { validationPipe } from '../http/validation.pipe';
import { type HeaderFault, ImageHeaderError, type ImageKind } from './image-header';
import { BUSY, ImageCleaner } from './image-cleaner';
import { ImageInspector, TooManyPixelsError } from './image-inspector';

/** An image as it is kept: written anew, so that it holds nothing but pixels, and under a name of our own. */
export interface StoredUpload {
  /** Storage key, `uploads/{uuid}.{jpg|png|webp}`. */
  key: string;
  /** Hex, of what was sent: the same file is known again whatever became of it here. */
  sha256: string;
}

const FIELD = 'image';
const MAX_FIELDS = 20;
/** Of all uploads that are being received or wait to be written anew. */
const MAX_BUFFERED_BYTES = 96 * 1024 * 1024;
/** A prompt of 2,000 characters has 8,000 bytes at most. */
const MAX_FIELD_BYTES = 16 * 1024;
/** Of a part; browsers send two. */
const MAX_PART_HEADERS = 10;
const MAX_NAME_BYTES = 100;
const CONTENT_TYPES: Record<ImageKind, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
const FAULTS: Record<HeaderFault, () => LuitError> = {
  not_an_image: () => new LuitError('unsupported_media_type', 'Please select a valid image file (JPEG, PNG or WebP)'),
  animated: () => new LuitError('unsupported_media_type', 'Animated images cannot be used. Please choose a still one.'),
  broken: () => invalidImage('The image file is incomplete or damaged. Please choose another one.'),
};

/** Receives images from multipart forms, writes them anew and stores them. */
@Injectable()
export class UploadsService {
  private readonly log = new Logger(UploadsService.name);
  private bufferedBytes = 0;

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly cleaner: ImageCleaner,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * Reads a form with one file, `image`, and checks its other fields. What was stored is removed again where the form
   * is refused; afterwards it belongs to the caller, who discards what it does not use.
   *
   * @throws LuitError 413, 415, and `validation_failed` naming the fields
   */
  async receive<Form extends object>(
    request: FastifyRequest,
    form: Type<Form>,
  ): Promise<{ image: StoredUpload; input: Form }> {
    if (!request.isMultipart()) throw new LuitError('unsupported_media_type', 'Please send a multipart form');
    const fields: Record<string, unknown> = {};
    let image: StoredUpload | undefined;
    try {
      for await (const part of request.parts(this.limits())) {
        if (part.type === 'field') fields[part.fieldname] = part.value;
        else if (part.fieldname === FIELD) image = await this.store(part);
        else part.file.resume();
      }
      if (!image) throw invalidImage('Please upload an image');
      const input = (await validationPipe().transform(fields, { type: 'body', metatype: form })) as Form;
      return { image, input };
    } catch (error) {
      // The rest of the form is read and thrown away, so that the sender comes to see the answer.
      request.raw.resume();
      if (image) await this.discard(image.key);
      const refusal = toRefusal(error);
      if (refusal instanceof LuitError && refusal.status < 500) {
        recordSecurityEvent('upload_refused', { code: refusal.code, route: request.routeOptions.url, ip: request.ip });
      }
      throw refusal;
    }
  }

  /** Removes an upload that nothing refers to. What cannot be removed now is left, and logged. */
  async discard(key: string): Promise<void> {
    await this.storage.remove(key).catch((error: unknown) => {
      this.log.warn({ msg: 'An upload was not removed', key, err: error });
    });
  }

  private async store(part: MultipartFile): Promise<StoredUpload> {
    const inspector = new ImageInspector(this.config.uploads.maxPixels);
    pipeline(part.file, inspector, () => undefined);
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of inspector as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        this.bufferedBytes += chunk.length;
        if (bytes > this.config.uploads.maxBytes) throw new FileTooLargeError(this.config.uploads.maxBytes);
        if (this.bufferedBytes > MAX_BUFFERED_BYTES) throw new LuitError('unavailable', BUSY);
        chunks.push(chunk);
      }
      const cleaned = await this.cleaner.clean(Buffer.concat(chunks));
      return { key: await this.keep(await inspector.kind, cleaned), sha256: inspector.sha256() };
    } finally {
      this.bufferedBytes -= bytes;
    }
  }

  private async keep(kind: ImageKind, image: Buffer): Promise<string> {
    const key = `uploads/${randomUUID()}.${kind}`;
    await this.storage.put(key, Readable.from([image]), { contentType: CONTENT_TYPES[kind], maxBytes: image.length });
    return key;
  }

  private limits() {
    // One byte more than is taken, so that it is seen and refused, and nothing is silently cut.
    const fileSize = this.config.uploads.maxBytes + 1;
    return {
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + 1,
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: MAX_FIELD_BYTES,
        headerPairs: MAX_PART_HEADERS,
        fileSize,
      },
      throwFileSizeLimit: false,
    };
  }
}

function toRefusal(error: unknown): unknown {
  if (error instanceof ImageHeaderError) return FAULTS[error.fault]();
  if (error instanceof FileTooLargeError)
    return new LuitError('payload_too_large', 'Image size should be less than 10MB');
  if (error instanceof TooManyPixelsError) {
    return new LuitError('payload_too_large', 'The image has more than 50 megapixels. Please choose a smaller one.');
  }
  return isFormError(error) ? new LuitError('validation_failed', 'The form could not be read.') : error;
}

/** Told by @fastify/multipart and its parser: a limit, a form that breaks off, a boundary that is too long, or bytes that are no form. */
function isFormError(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    /^FST_/.test(code ?? '') ||
    /Unexpected end of (form|multipart data)|Malformed|Part terminated early|Boundary not found|needle/i.test(
      message ?? '',
    )
  );
}

function invalidImage(text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [FIELD]: text } });
}
