import type { NewRequest } from '@luit/contracts/generation/requests';
import type { SafetySettings } from '@luit/contracts/generation/safety';
import { type ClassifierClient, ClassifierUnavailableError } from '@luit/platform/classifiers/classifier-client';
import type { Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { matchOf } from './classifier-match';
import type { Match } from './rule-set';

/** Injection token of the client; null without a classifier. */
export const CLASSIFIER = Symbol('classifier');
/** Injection token of the storage with the input images; null if this process has none. */
export const INPUT_STORAGE = Symbol('input-storage');

/** Images that a replica holds in memory at a time. Each has 10 MB at most by default. */
const MAX_IMAGES = 16;

export type ClassifiedRequest = Pick<NewRequest, 'prompt' | 'imageKey' | 'lastImageKey'>;

/** Asks the operator's classifier about prompts and input images. Without one, it does nothing. */
@Injectable()
export class ContentClassifierService {
  private images = 0;

  constructor(
    @Inject(CLASSIFIER) private readonly client: ClassifierClient | null,
    @Inject(INPUT_STORAGE) private readonly storage: Storage | null,
  ) {}

  get isConfigured(): boolean {
    return this.client !== null;
  }

  /**
   * The text and each image are classified by themselves, so that a finding says which one it is about.
   *
   * @returns what was found, the text first
   * @throws ClassifierUnavailableError
   */
  async find({ prompt, imageKey, lastImageKey }: ClassifiedRequest, settings: SafetySettings): Promise<Match[]> {
    const keys = [imageKey, lastImageKey].filter((key) => key !== undefined);
    const found = await Promise.all([
      prompt.trim() ? this.findInText(prompt, settings) : null,
      ...keys.map((key) => this.findInImage(key, settings)),
    ]);
    return found.filter((match) => match !== null);
  }

  private async findInText(text: string, settings: SafetySettings): Promise<Match | null> {
    return matchOf(await this.client!.classify({ text }), settings, 'classifier');
  }

  private async findInImage(key: string, settings: SafetySettings): Promise<Match | null> {
    if (this.images >= MAX_IMAGES) throw new ClassifierUnavailableError('Too many images wait for the classifier');
    this.images += 1;
    try {
      const file = await this.storage?.get(key);
      if (!file) throw new ClassifierUnavailableError('The image cannot be read');
      const image = await buffer(file.stream);
      const match = matchOf(await this.client!.classify({ images: [image] }), settings, 'image');
      return match && { ...match, imageHash: createHash('sha256').update(image).digest('hex') };
    } finally {
      this.images -= 1;
    }
  }
}
