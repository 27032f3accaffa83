import { LuitError } from '@luit/contracts/errors';
import { IMAGE_REQUIRED } from '@luit/contracts/generation/limits';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { FileTooLargeError } from '@luit/platform/storage/storage';
import type { MultipartFile } from '@fastify/multipart';
import { Inject, Injectable, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { CONFIG, type GatewayConfig, type UploadLimits } from '../config';
import { assertStorable } from '../http/json-body';
import { validationPipe } from '../http/validation.pipe';
import { SIGNATURE_BYTES, requireKind } from './image-kind';
import { ImageStoreService } from './image-store.service';
import { invalidImage, isFormError, toImageFailure } from './upload-errors';
import { UploadMemory } from './upload-memory';

/** A stored image: re-encoded without metadata, under a generated name. */
export interface StoredUpload {
  /** Storage key, `uploads/{uuid}.{jpg|png|webp}`. Keys are in the order of time, so that unused images are found without listing all. */
  key: string;
  /** Hash of the uploaded bytes, hex, which identifies the same file in a repeated request. */
  sha256: string;
}

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
/** How clients of the Videos API name the fields of an object. */
const NESTED = /^([a-z]\w*)\[([^[\]]+)\]$/;

/** Receives images from multipart forms, re-encodes and stores them. */
@Injectable()
export class UploadsService {
  private readonly validation = validationPipe();

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
    const { images, input } = await this.read(request, form, mayHaveLast ? [FIELD, LAST_FIELD] : [FIELD], FIELD);
    return { image: images.get(FIELD)!, lastImage: images.get(LAST_FIELD), input };
  }

  /**
   * The same for a form that may have a file.
   *
   * @param field the name of the file
   */
  async receiveOptional<Form extends object>(
    request: FastifyRequest,
    form: Type<Form>,
    field: string,
  ): Promise<{ image: StoredUpload | undefined; input: Form }> {
    const { images, input } = await this.read(request, form, [field]);
    return { image: images.get(field), input };
  }

  private async read<Form extends object>(
    request: FastifyRequest,
    form: Type<Form>,
    fileFields: string[],
    requiredField?: string,
  ): Promise<{ images: Map<string, StoredUpload>; input: Form }> {
    if (!request.isMultipart()) throw new LuitError('unsupported_media_type', 'Please send a multipart form');
    const fields: Record<string, unknown> = {};
    const images = new Map<string, StoredUpload>();
    try {
      for await (const part of request.parts(this.limits(fileFields.length))) {
        if (part.type === 'field') {
          assertStorable(part.value);
          assertStorable(part.fieldname);
          addField(fields, part.fieldname, part.value);
        } else if (images.has(part.fieldname)) throw invalidForm();
        else if (fileFields.includes(part.fieldname)) images.set(part.fieldname, await this.store(part));
        else part.file.resume();
      }
      if (requiredField !== undefined && !images.has(requiredField)) throw invalidImage(IMAGE_REQUIRED);
      const input = (await this.validation.transform(fields, { type: 'body', metatype: form })) as Form;
      return { images, input };
    } catch (error) {
      // The rest of the form is read and dropped, so that the client receives the response.
      request.raw.resume();
      for (const { key } of images.values()) await this.discard(key);
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

  /** Deletes an unused upload. If that fails, the file stays and a warning is logged. */
  async discard(key: string): Promise<void> {
    await this.images.discard(key);
  }

  private async store(part: MultipartFile): Promise<StoredUpload> {
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        const isStart = bytes < SIGNATURE_BYTES;
        bytes += chunk.length;
        this.memory.hold(chunk.length);
        if (bytes > this.config.uploads.maxBytes) throw new FileTooLargeError(this.config.uploads.maxBytes);
        chunks.push(chunk);
        hash.update(chunk);
        if (isStart && bytes >= SIGNATURE_BYTES) requireKind(Buffer.concat(chunks));
      }
      return { key: await this.images.store(Buffer.concat(chunks)), sha256: hash.digest('hex') };
    } finally {
      this.memory.release(bytes);
    }
  }

  private limits(files: number) {
    // One byte above the limit, so that larger files are rejected instead of truncated.
    const fileSize = this.config.uploads.maxBytes + 1;
    return {
      limits: {
        files,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + files,
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: MAX_FIELD_BYTES,
        headerPairs: MAX_PART_HEADERS,
        fileSize,
      },
      throwFileSizeLimit: false,
    };
  }
}

/** Adds `name[key]` to the object `name`. */
function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const [, outer, key] = NESTED.exec(name) ?? [];
  if (outer === undefined || key === undefined) {
    fields[name] = value;
    return;
  }
  const known = Object.hasOwn(fields, outer) ? fields[outer] : undefined;
  fields[outer] = { ...(typeof known === 'object' ? known : {}), [key]: value };
}

function toUploadError(error: unknown, limits: UploadLimits): unknown {
  return isFormError(error) ? invalidForm() : toImageFailure(error, limits);
}

function invalidForm(): LuitError {
  return new LuitError('validation_failed', 'The form could not be parsed.');
}
