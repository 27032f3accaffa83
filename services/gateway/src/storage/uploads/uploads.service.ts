import { LuitError } from '@luit/contracts/errors';
import { IMAGE_REQUIRED } from '@luit/contracts/generation/limits';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { FileTooLargeError } from '@luit/platform/storage/storage';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { Inject, Injectable, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { CONFIG, type GatewayConfig, type UploadLimits } from '../../config';
import { addField, outerName } from '../../http/requests/form-values';
import { assertStorable } from '../../http/requests/json-body';
import { validationPipe } from '../../http/requests/validation.pipe';
import { imageOfDataUrl, maxDataUrlBytes } from './data-urls';
import { SIGNATURE_BYTES, requireKind } from './image-kind';
import { ImageStoreService } from './image-store.service';
import { invalidImage, isFormError, toImageFailure } from './upload-errors';
import { UploadMemory } from './upload-memory';
import { uploaderOf } from './upload-quota';

/** A stored image: re-encoded without metadata, under a generated name. */
export interface StoredUpload {
  /** Storage key, `uploads/{uuid}.{jpg|png|webp}`. Keys are in the order of time, so that unused images are found without listing all. */
  key: string;
  /** Hash of the uploaded bytes, hex, which identifies the same file in a repeated request. */
  sha256: string;
}

/** The names of the images that a body may have, and how many each may be. */
export type ImageFields = Record<string, number>;
export type StoredImages = Record<string, StoredUpload[]>;

const FIELD = 'image';
/** A second file, which some forms have. */
const LAST_FIELD = 'lastImage';
/** The fields of a video, and its metadata. */
const MAX_FIELDS = 24;
/** A prompt of 2,000 characters has at most 8,000 bytes. */
const MAX_FIELD_BYTES = 16 * 1024;
/** Headers of a part; browsers send two. */
const MAX_PART_HEADERS = 10;
/** The key of a pair of metadata has up to 64 characters. */
const MAX_NAME_BYTES = 300;
/** Receives images from multipart forms, re-encodes and stores them. */
@Injectable()
export class UploadsService {
  private readonly validation = validationPipe();
  private readonly strictValidation = validationPipe({ isStrict: true });

  constructor(
    private readonly images: ImageStoreService,
    private readonly memory: UploadMemory,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * Parses a form with the file `image`, and validates its other fields. Deletes the stored image if the form is rejected;
   * otherwise the caller owns the image and discards it if unused.
   *
   * @param mayHaveLast whether the form may have a second file, `lastImage`
   * @throws LuitError 413, 415, and `validation_failed` with the invalid fields
   */
  async receive<Form extends object>(
    request: FastifyRequest,
    form: Type<Form>,
    { mayHaveLast = false } = {},
  ): Promise<{ image: StoredUpload; lastImage: StoredUpload | undefined; input: Form }> {
    const fields = { [FIELD]: 1, ...(mayHaveLast && { [LAST_FIELD]: 1 }) };
    const { images, input } = await this.read(request, form, fields, { required: FIELD });
    return { image: images[FIELD]![0]!, lastImage: images[LAST_FIELD]?.[0], input };
  }

  /**
   * The same for a form that may have files, or their data URLs as texts such as `field[image_url]`, and has no other fields than declared
   * ones. The names of files of a list may end in `[]` or an index.
   */
  async receiveOptional<Form extends object>(
    request: FastifyRequest,
    form: Type<Form>,
    fields: ImageFields,
  ): Promise<{ images: StoredImages; input: Form }> {
    return this.read(request, form, fields, { hasDataUrls: true, isStrict: true });
  }

  private async read<Form extends object>(
    request: FastifyRequest,
    form: Type<Form>,
    imageFields: ImageFields,
    {
      required,
      hasDataUrls = false,
      isStrict = false,
    }: { required?: string; hasDataUrls?: boolean; isStrict?: boolean },
  ): Promise<{ images: StoredImages; input: Form }> {
    if (!request.isMultipart()) throw new LuitError('unsupported_media_type', 'Please send a multipart form');
    const fields: Record<string, unknown> = {};
    const images: StoredImages = {};
    try {
      for await (const part of request.parts(this.limits(imageFields, hasDataUrls))) {
        assertComplete(part);
        const { field, isDataUrl } = imageNameOf(part.fieldname, imageFields);
        if (part.type === 'field') {
          assertStorable(part.value);
          assertStorable(part.fieldname);
          addField(fields, part.fieldname, part.value);
        } else if (field !== undefined) {
          const stored = (images[field] ??= []);
          if (stored.length === imageFields[field]) throw tooManyFiles(field, stored.length);
          const store = isDataUrl
            ? this.storeDataUrl(part, field, uploaderOf(request))
            : this.store(part, uploaderOf(request));
          stored.push(await store);
        } else if (isStrict) throw unknownFile(part.fieldname);
        else part.file.resume();
      }
      if (required !== undefined && !images[required]) throw invalidImage(IMAGE_REQUIRED);
      const input = (await (isStrict ? this.strictValidation : this.validation).transform(fields, {
        type: 'body',
        metatype: form,
      })) as Form;
      return { images, input };
    } catch (error) {
      // The rest of the form is read and dropped, so that the client receives the response.
      request.raw.resume();
      await this.discard(images);
      const uploadError = toUploadError(error, this.config.uploads);
      if (uploadError instanceof LuitError && uploadError.status < 500) {
        recordSecurityEvent('upload_refused', {
          code: uploadError.code,
          route: request.routeOptions.url,
          ip: request.ip,
        });
      }
      throw uploadError;
    }
  }

  /** Runs what the images are for. Deletes them if it fails. */
  async discardUnless<Result>(images: StoredImages, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.discard(images);
      throw error;
    }
  }

  private async discard(images: StoredImages): Promise<void> {
    for (const { key } of Object.values(images).flat()) await this.images.discard(key);
  }

  private store({ file }: MultipartFile, uploader: string): Promise<StoredUpload> {
    const { maxBytes } = this.config.uploads;
    return this.collect(file, uploader, maxBytes, (image) => this.keep(image, uploader), requireKind);
  }

  private storeDataUrl({ file }: MultipartFile, field: string, uploader: string): Promise<StoredUpload> {
    const { maxBytes } = this.config.uploads;
    return this.collect(file, uploader, maxDataUrlBytes(maxBytes), (url) => {
      const image = imageOfDataUrl(url.toString('latin1'), field);
      if (image.length > maxBytes) throw new FileTooLargeError(maxBytes);
      return this.keep(image, uploader);
    });
  }

  private async keep(image: Buffer, uploader: string): Promise<StoredUpload> {
    return { key: await this.images.store(image, uploader), sha256: createHash('sha256').update(image).digest('hex') };
  }

  /** @param checkStart throws if the file does not begin like an image */
  private async collect(
    file: MultipartFile['file'],
    uploader: string,
    limitBytes: number,
    use: (content: Buffer) => Promise<StoredUpload>,
    checkStart?: (start: Buffer) => unknown,
  ): Promise<StoredUpload> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of file as AsyncIterable<Buffer>) {
        const isStart = bytes < SIGNATURE_BYTES;
        bytes += chunk.length;
        this.memory.hold(chunk.length, uploader);
        if (bytes > limitBytes) throw new FileTooLargeError(this.config.uploads.maxBytes);
        chunks.push(chunk);
        if (isStart && bytes >= SIGNATURE_BYTES) checkStart?.(Buffer.concat(chunks));
      }
      return await use(Buffer.concat(chunks));
    } finally {
      this.memory.release(bytes, uploader);
    }
  }

  private limits(imageFields: ImageFields, hasDataUrls: boolean) {
    const { maxBytes } = this.config.uploads;
    // One more, so that it is refused by its name.
    const files = Object.values(imageFields).reduce((sum, most) => sum + most, 1);
    // One byte above the limit, so that larger files are rejected instead of truncated.
    const fileSize = (hasDataUrls ? maxDataUrlBytes(maxBytes) : maxBytes) + 1;
    return {
      limits: {
        files,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + files,
        fieldSize: MAX_FIELD_BYTES,
        headerPairs: MAX_PART_HEADERS,
        fileSize,
      },
      throwFileSizeLimit: false,
      // A data URL is read like a file, and its bytes are counted while they arrive.
      isPartAFile: (name: string | undefined, type: string | undefined, fileName: string | undefined) =>
        type === 'application/octet-stream' ||
        fileName !== undefined ||
        (hasDataUrls && imageNameOf(name ?? '', imageFields).isDataUrl),
    };
  }
}

/** `name`, `name[]` or `name[0]`, each as a file or followed by `[image_url]`. */
const IMAGE_NAME = /^(\w+?)(\[\d*\])?(\[image_url\])?$/;

/** The image field that a part belongs to. Only a list has an index. */
function imageNameOf(name: string, fields: ImageFields): { field: string | undefined; isDataUrl: boolean } {
  const [, field = '', index, isDataUrl] = IMAGE_NAME.exec(name) ?? [];
  const most = Object.hasOwn(fields, field) ? fields[field]! : 0;
  const isImage = most > (index === undefined ? 0 : 1);
  return { field: isImage ? field : undefined, isDataUrl: isImage && isDataUrl !== undefined };
}

/** @throws LuitError `validation_failed` with the field that has a value or name that is too long */
function assertComplete(part: Multipart): void {
  const name = part.fieldname;
  // A part without a name has no `name`, despite its type.
  if (!name || Buffer.byteLength(name) > MAX_NAME_BYTES) throw invalidForm();
  if (part.type !== 'field' || !part.valueTruncated) return;
  const text = `This field has more than ${MAX_FIELD_BYTES / 1024} kB.`;
  throw new LuitError('validation_failed', text, { details: { [outerName(name)]: text } });
}

function toUploadError(error: unknown, limits: UploadLimits): unknown {
  return isFormError(error) ? invalidForm() : toImageFailure(error, limits);
}

function tooManyFiles(name: string, most: number): LuitError {
  if (most === 1) return invalidForm();
  const text = `At most ${most} images`;
  return new LuitError('validation_failed', text, { details: { [name]: text } });
}

function unknownFile(name: string): LuitError {
  const text = 'This form has no such file';
  return new LuitError('validation_failed', text, { details: { [name]: text } });
}

function invalidForm(): LuitError {
  return new LuitError('validation_failed', 'The form could not be parsed.');
}
