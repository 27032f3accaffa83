import { eraseJob } from '@luit/contracts/generation/account-deletion';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { Storage } from '@luit/platform/storage/storage';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Injectable, Logger } from '@nestjs/common';
import { outputKeysOf } from '../outputs/output-keys';
import { sealedKeysOf } from '../outputs/sealed-files';

/** Removes the files of requests that generation marked for erasure, and reports back. */
@Injectable()
export class ErasuresService {
  private readonly log = new Logger(ErasuresService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
  ) {}

  /** Idempotent. Includes files that a failed job stored and its row does not reference. */
  @OnJob(eraseJob, { concurrency: 4 })
  async erase(requestId: string): Promise<JobResult> {
    const { keys, keptKeys } = await this.calls.call(generationCalls.listErasableFiles, { requestId });
    if (!keys) return { action: 'done' };
    const allKeys = new Set([...keys, ...outputKeysOf(requestId), ...sealedKeysOf(requestId)]);
    for (const key of keptKeys) allKeys.delete(key);
    for (const key of allKeys) await this.storage.remove(key);
    await this.calls.call(generationCalls.recordErased, { requestId });
    this.log.log({ msg: 'Files erased', requestId });
    return { action: 'done' };
  }
}
