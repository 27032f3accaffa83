import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { CallClient } from '@luit/platform/calls/call-client';
import type { ClassifierClient, Scores } from '@luit/media/classifiers/classifier-client';
import { ClassifierUnavailableError } from '@luit/media/classifiers/classifier-unavailable';
import type { HashMatchClient } from '@luit/media/classifiers/hash-match-client';
import { contentTypeOf, Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CONFIG, type WorkerConfig } from '../config';
import type { HeldLease } from '../leases/leases';
import { RefusedOutputError } from './refused-output-error';
import { sealedKeyOf } from './sealed-files';

/** Injection tokens of the clients; null without a classifier or a hash matcher. */
export const CLASSIFIER = Symbol('classifier');
export const HASH_MATCHER = Symbol('hash-matcher');

interface Checked {
  held: HeldLease;
  task: Pick<ProviderTask, 'provider'>;
  /** The storage key of the output if its owner may see it. */
  outputKey: string;
  content: () => Readable;
}

/** Asks the operator's classifier and hash matcher about outputs before anyone can see them. Without them, it does nothing. */
@Injectable()
export class OutputChecks {
  private readonly log = new Logger(OutputChecks.name);
  private readonly maxBytes: number;

  constructor(
    private readonly calls: CallClient,
    private readonly storage: Storage,
    @Inject(CLASSIFIER) private readonly classifier: ClassifierClient | null,
    @Inject(HASH_MATCHER) private readonly hashMatcher: HashMatchClient | null,
    @Inject(CONFIG) { downloads }: Pick<WorkerConfig, 'downloads'>,
  ) {
    this.maxBytes = downloads.maxBytes;
  }

  /** @param frames paths of JPEGs @throws RefusedOutputError once the video is sealed; errors of calls and of the storage */
  async assertVideo(checked: Checked, frames: string[]): Promise<void> {
    await this.assert(checked, () => Promise.all(frames.map((frame) => readFile(frame))));
  }

  /** @param preview a small JPEG @throws RefusedOutputError once the image is sealed; errors of calls and of the storage */
  async assertImage(checked: Checked, preview: Buffer): Promise<void> {
    await this.assert(checked, () => Promise.resolve([preview]));
  }

  private async assert({ held, task, outputKey, content }: Checked, images: () => Promise<Buffer[]>): Promise<void> {
    // Tests of API clients cost nothing.
    if ((!this.classifier && !this.hashMatcher) || task.provider === TEST_PROVIDER) return;
    const { requestId, signal } = held;
    const found = await this.findIn(requestId, images);
    signal.throwIfAborted();
    const sealedKey = sealedKeyOf(requestId, outputKey);
    const judged = { requestId, ...found, outputKey, sealedKey };
    const { refusal } = await this.calls.call(generationCalls.judgeOutput, judged);
    if (refusal === null) return;
    await held.assertCurrent();
    const options = { contentType: contentTypeOf(sealedKey), maxBytes: this.maxBytes, signal };
    await this.storage.put(sealedKey, content(), options);
    throw new RefusedOutputError(refusal);
  }

  /** `scores` are null without an answer. */
  private async findIn(
    requestId: string,
    images: () => Promise<Buffer[]>,
  ): Promise<{ scores: Scores | null; banks: string[] }> {
    try {
      const frames = await images();
      if (frames.length === 0) throw new ClassifierUnavailableError('No frame could be extracted');
      const [scores, banks] = await Promise.all([
        this.classifier?.classify({ images: frames }) ?? {},
        this.hashMatcher?.match(frames) ?? [],
      ]);
      return { scores, banks };
    } catch (error) {
      if (!(error instanceof ClassifierUnavailableError)) throw error;
      this.log.warn({ msg: 'The classifier did not answer', requestId, reason: error.message });
      return { scores: null, banks: [] };
    }
  }
}
