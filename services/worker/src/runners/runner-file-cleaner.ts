import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Storage } from '@luit/platform/storage/storage';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { RUNNER_FOLDERS } from './runner-files';

const EVERY_MS = 10 * 60_000;
/** Files of a submission exist before its job does. */
const MIN_AGE_MS = 10 * 60_000;
const JOB_ID = 36;
const BATCH = 200;

/** Removes input images and outputs of runners whose jobs have ended. Idempotent, so any number of workers may run it. */
@Injectable()
export class RunnerFileCleaner implements OnApplicationBootstrap {
  private readonly log = new Logger(RunnerFileCleaner.name);

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('runner-files', EVERY_MS, async () => void (await this.sweep()), { firstMs: 0 });
  }

  /** @returns how many files were removed */
  async sweep(now = Date.now()): Promise<number> {
    const byJob = new Map<string, string[]>();
    for (const folder of Object.values(RUNNER_FOLDERS)) {
      for await (const { key, modifiedAt } of this.storage.list(folder)) {
        if (modifiedAt.getTime() > now - MIN_AGE_MS) continue;
        const id = key.slice(folder.length + 1, folder.length + 1 + JOB_ID);
        byJob.set(id, [...(byJob.get(id) ?? []), key]);
      }
    }
    const ids = [...byJob.keys()];
    let removed = 0;
    for (let i = 0; i < ids.length; i += BATCH) {
      const { ids: finished } = await this.calls.call(generationCalls.listFinishedRunnerJobs, {
        ids: ids.slice(i, i + BATCH),
      });
      for (const key of finished.flatMap((id) => byJob.get(id) ?? [])) {
        await this.storage.remove(key);
        removed += 1;
      }
    }
    if (removed > 0) this.log.log({ msg: 'Removed files of runners', removed });
    return removed;
  }
}
