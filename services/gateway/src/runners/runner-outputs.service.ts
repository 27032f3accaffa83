import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { MAX_OUTPUT_BYTES, MAX_OUTPUT_PART_BYTES } from '@luit/contracts/generation/runner-limits';
import type { RunnerGrant, runnerResultBody } from '@luit/contracts/generation/runners';
import { CallClient } from '@luit/platform/calls/call-client';
import type { Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { STORAGE } from '../storage/files/files.service';
import { byteCount, wrongOffset } from '../storage/uploads/resumable/upload-offsets';
import { UploadParts } from '../storage/uploads/resumable/upload-parts';
import { type UploadRecord, UploadRecords } from '../storage/uploads/resumable/upload-records';

/** Parts of outputs. Workers join them, and delete them once their job has ended. */
const FOLDER = 'runner-outputs';
const MAX_PARTS = 1_000;
const DIGEST = /^sha-256=:([A-Za-z0-9+/]{43}=):$/;

/** A job as its runner names it. */
export interface HeldJob {
  id: string;
  lease: number;
}

/** Files of jobs: input images to runners, and outputs from them. */
@Injectable()
export class RunnerOutputsService {
  constructor(
    private readonly calls: CallClient,
    private readonly records: UploadRecords,
    private readonly parts: UploadParts,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @throws LuitError `not_found`, `stale_lease` */
  async openInput({ id: tokenId }: RunnerGrant, job: HeldJob, index: number): Promise<StreamableFile> {
    const { key } = await this.calls.call(generationCalls.getRunnerFile, { ...job, tokenId, index });
    const file = await this.storage.get(key);
    if (!file) throw new LuitError('not_found', 'This file is no longer available.');
    return new StreamableFile(file.stream, { type: file.contentType, length: file.size });
  }

  /** Bytes that have arrived; also renews the lease. @throws LuitError `stale_lease` */
  async offsetOf(grant: RunnerGrant, job: HeldJob): Promise<number> {
    await this.renew(grant, job);
    return (await this.records.get(uploadOf(job)))?.offset ?? 0;
  }

  /**
   * Appends the body to the output of a job, and renews its lease. A new length begins the output again.
   *
   * @returns the new offset, bytes
   * @throws LuitError `conflict` with the `offset` to continue at; `stale_lease`, `payload_too_large`, `validation_failed`
   */
  async append(grant: RunnerGrant, job: HeldJob, request: FastifyRequest): Promise<number> {
    const part = partOf(request);
    await this.renew(grant, job);
    const upload = await this.open(grant, job, part);
    if (upload.offset !== part.offset) throw wrongOffset('output', upload.offset);
    if (upload.parts.length >= MAX_PARTS) throw new LuitError('payload_too_large', 'The output has too many parts.');
    if (part.offset + part.bytes > part.size)
      throw new LuitError('payload_too_large', 'The part ends after the output.');
    const stored = { folder: FOLDER, uploadId: job.id, bytes: part.bytes, sha256: part.sha256 };
    const isCommitted = await this.parts.stream(request.raw, stored, (key) =>
      this.records.append(upload.id, part.offset, part.bytes, key),
    );
    if (isCommitted) return part.offset + part.bytes;
    throw wrongOffset('output', (await this.records.get(upload.id))?.offset ?? 0);
  }

  /**
   * Ends a job. Repeats are harmless.
   *
   * @throws LuitError `conflict` with the `offset` to continue at if bytes of the output are missing; `stale_lease`
   */
  async end(grant: RunnerGrant, id: string, result: z.output<typeof runnerResultBody>): Promise<void> {
    const { lease, state, failure, output: announced } = result;
    const upload = await this.records.get(uploadOf({ id, lease }));
    const isWhole = upload !== null && upload.offset === upload.size && upload.size === announced?.bytes;
    if (state === 'succeeded' && upload && !isWhole) throw wrongOffset('output', upload.offset);
    const output = state === 'succeeded' && upload && announced ? { ...announced, parts: upload.parts } : null;
    try {
      const input = { tokenId: grant.id, id, lease, state, failure, output };
      const { isRecorded } = await this.calls.call(generationCalls.recordRunnerResult, input);
      if (upload && output && isRecorded) return await this.records.remove(upload.id);
    } catch (error) {
      if (!(error instanceof LuitError) || error.code !== 'stale_lease') throw error;
      if (upload) await this.discard(upload);
      throw error;
    }
    if (upload && !output) await this.discard(upload);
  }

  private renew({ id: tokenId }: RunnerGrant, job: HeldJob): Promise<{ cancel: boolean }> {
    return this.calls.call(generationCalls.renewRunnerLease, { ...job, tokenId });
  }

  private async open({ id: tokenId }: RunnerGrant, job: HeldJob, { offset, size }: Part): Promise<UploadRecord> {
    const id = uploadOf(job);
    const known = await this.records.get(id);
    if (known && (known.size === size || offset > 0)) return known;
    if (known) await this.discard(known);
    if (offset > 0) throw wrongOffset('output', 0);
    await this.records.create(id, tokenId, size);
    return { id, ownerId: tokenId, size, offset: 0, parts: [], imageKey: null };
  }

  private async discard(upload: UploadRecord): Promise<void> {
    await this.records.remove(upload.id);
    await this.parts.remove(upload.parts);
  }
}

interface Part {
  offset: number;
  bytes: number;
  /** Of the whole output. */
  size: number;
  sha256: string;
}

/** Only the runner with the lease can name it. */
function uploadOf({ id, lease }: HeldJob): string {
  return `${id}-${lease}`;
}

function partOf(request: FastifyRequest): Part {
  const part = {
    offset: byteCount(request, 'upload-offset'),
    size: byteCount(request, 'upload-length'),
    bytes: byteCount(request, 'content-length'),
  };
  const [, sha256] = DIGEST.exec(String(request.headers['content-digest'] ?? '')) ?? [];
  if (sha256 === undefined)
    throw new LuitError('validation_failed', 'The header content-digest must be sha-256=:…: in base64 (RFC 9530).');
  if (part.size > MAX_OUTPUT_BYTES)
    throw new LuitError('payload_too_large', `An output has at most ${MAX_OUTPUT_BYTES} bytes.`);
  if (part.bytes > MAX_OUTPUT_PART_BYTES)
    throw new LuitError('payload_too_large', `A part has at most ${MAX_OUTPUT_PART_BYTES} bytes.`);
  if (part.bytes === 0 || part.size === 0) throw new LuitError('validation_failed', 'The output is empty.');
  return { ...part, sha256 };
}
