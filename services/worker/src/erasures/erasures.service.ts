import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { Storage } from '@luit/platform/storage/storage';
import { Injectable, Logger } from '@nestjs/common';
import { outputKeysOf } from '../outputs/outputs.service';

/** Removes a request's files. Its row says whether they are to go, and is told afterwards. */
@Injectable()
export class ErasuresService {
  private readonly log = new Logger(ErasuresService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
  ) {}

  /** Also what a job stored that failed later, which its row does not name. */
  async erase(requestId: string): Promise<JobResult> {
    const { keys } = await this.calls.call(generationCalls.listErasableFiles, { requestId });
    if (!keys) return { action: 'done' };
    const all = new Set([...keys, ...outputKeysOf(requestId)]);
    for (const key of all) await this.storage.remove(key);
    await this.calls.call(generationCalls.recordErased, { requestId });
    this.log.log({ msg: 'Erased', requestId });
    return { action: 'done' };
  }
}
