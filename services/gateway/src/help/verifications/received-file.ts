import { LuitError } from '@luit/contracts/errors';
import { megabytes } from '@luit/contracts/generation/limits';
import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { foreignFormatOf, foreignFormatText } from '../../storage/uploads/image-kind';
import { isFormError } from '../../storage/uploads/upload-errors';
import { type FileKind, fileKindOf, SIGNATURE_BYTES } from './file-kind';

/** Headers of a part; browsers send two. */
const MAX_PART_HEADERS = 10;
const FILE_REQUIRED = 'Please choose a video or an image.';

export interface ReceivedFile {
  path: string;
  kind: FileKind;
}

/**
 * Writes the file of a form to a temporary file, which exists as long as `work` runs.
 *
 * @throws LuitError 413, 415 and `validation_failed`; what `work` throws
 */
export async function withReceivedFile<Result>(
  request: FastifyRequest,
  maxBytes: number,
  work: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw new LuitError('unsupported_media_type', 'Please send a multipart form');
  const folder = await mkdtemp(join(tmpdir(), `luit-verify-${process.pid}-`));
  try {
    const path = join(folder, 'file');
    await receive(request, path, maxBytes);
    return await work({ path, kind: await kindOf(path) });
  } finally {
    // The rest of a rejected form is read and dropped, so that the client receives the response.
    request.raw.resume();
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(request: FastifyRequest, path: string, maxBytes: number): Promise<void> {
  const limits = { files: 1, fields: 0, parts: 1, headerPairs: MAX_PART_HEADERS, fileSize: maxBytes };
  try {
    const part = await request.file({ limits, throwFileSizeLimit: false });
    if (part?.fieldname !== 'file') throw fileRequired();
    await pipeline(part.file, createWriteStream(path));
    if (part.file.truncated) throw tooLarge(maxBytes);
  } catch (error) {
    throw isFormError(error) ? fileRequired() : error;
  }
}

async function kindOf(path: string): Promise<FileKind> {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(SIGNATURE_BYTES) });
    const foreign = foreignFormatOf(buffer);
    if (foreign) throw new LuitError('unsupported_media_type', foreignFormatText(foreign));
    const kind = fileKindOf(buffer);
    if (kind) return kind;
  } finally {
    await file.close();
  }
  throw new LuitError(
    'unsupported_media_type',
    'Please choose a video (MP4, MOV or WebM) or an image (JPEG, PNG or WebP).',
  );
}

function fileRequired(): LuitError {
  return new LuitError('validation_failed', FILE_REQUIRED, { details: { file: FILE_REQUIRED } });
}

function tooLarge(maxBytes: number): LuitError {
  return new LuitError('payload_too_large', `The file is larger than ${megabytes(maxBytes)} MB.`);
}
