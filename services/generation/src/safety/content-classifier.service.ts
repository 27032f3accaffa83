import type { NewRequest } from '@luit/contracts/generation/requests';
import type { SafetyCategory, SafetySettings } from '@luit/contracts/generation/safety';
import type { ClassifierClient } from '@luit/media/classifiers/classifier-client';
import { ClassifierUnavailableError } from '@luit/media/classifiers/classifier-unavailable';
import type { HashMatchClient } from '@luit/media/classifiers/hash-match-client';
import type { Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { Match } from './rule-set';

/** Categories of hash matcher banks: known child sexual abuse material. */
const KNOWN_CATEGORY: SafetyCategory = 'minors';

/**
 * The most serious category with a score at or above its threshold; refusals come before reviews.
 *
 * @param scores from 0 to 1 by category
 * @param what the scores are about, for operators
 */
export function matchOf(
  scores: Record<string, number>,
  { categories, classifier }: SafetySettings,
  what: string,
): Match | null {
  const matches = SAFETY_CATEGORIES.flatMap((category): Match[] => {
    const { verdict } = categories[category];
    // 0.57 × 100 is a little less than 57.
    const percent = Math.floor((scores[category] ?? 0) * 100 + 1e-9);
    if (verdict === 'off' || percent < classifier.thresholds[category]) return [];
    return [{ category, verdict, phrases: [`${what} ${percent} %`] }];
  });
  return matches.find(({ verdict }) => verdict === 'refuse') ?? matches[0] ?? null;
}

/** The finding for an image that matches a bank of known material. Null if the category is off. */
export function bankMatchOf(banks: string[], { categories }: SafetySettings): Match | null {
  const { verdict } = categories[KNOWN_CATEGORY];
  if (banks.length === 0 || verdict === 'off') return null;
  return { category: KNOWN_CATEGORY, verdict, phrases: [`known in ${banks.join(', ')}`] };
}

/** The finding for content that the classifier did not answer for. */
export function unanswered(verdict: Match['verdict']): Match {
  return { category: 'other', verdict, phrases: ['classifier unavailable'] };
}

/** Injection tokens of the clients; null without a classifier or a hash matcher. */
export const CLASSIFIER = Symbol('classifier');
export const HASH_MATCHER = Symbol('hash-matcher');
/** Injection token of the storage with the input images; null if this process has none. */
export const INPUT_STORAGE = Symbol('input-storage');

/** Images that a replica holds in memory at a time. Each has 10 MB at most by default. */
const MAX_IMAGES = 16;

export type ClassifiedRequest = Pick<NewRequest, 'prompt' | 'imageKey' | 'lastImageKey' | 'referenceKeys'>;

/** Asks the operator's classifier and hash matcher about prompts and input images. Without them, it does nothing. */
@Injectable()
export class ContentClassifierService {
  private images = 0;

  constructor(
    @Inject(CLASSIFIER) private readonly classifier: ClassifierClient | null,
    @Inject(HASH_MATCHER) private readonly hashMatcher: HashMatchClient | null,
    @Inject(INPUT_STORAGE) private readonly storage: Storage | null,
  ) {}

  get isConfigured(): boolean {
    return this.classifier !== null || this.hashMatcher !== null;
  }

  /**
   * The text and each image are classified separately, so that a finding identifies its input.
   *
   * @returns the findings, the text first
   * @throws ClassifierUnavailableError
   */
  async find(request: ClassifiedRequest, settings: SafetySettings): Promise<Match[]> {
    const { prompt, imageKey, lastImageKey, referenceKeys = [] } = request;
    const keys = [imageKey, lastImageKey, ...referenceKeys].filter((key) => key !== undefined);
    const found = await Promise.all([
      this.findInText(prompt, settings),
      ...keys.map((key) => this.findInImage(key, settings)),
    ]);
    return found.filter((match) => match !== null);
  }

  private async findInText(text: string, settings: SafetySettings): Promise<Match | null> {
    if (!this.classifier || !text.trim()) return null;
    return matchOf(await this.classifier.classify({ text }), settings, 'classifier');
  }

  private async findInImage(key: string, settings: SafetySettings): Promise<Match | null> {
    if (this.images >= MAX_IMAGES)
      throw new ClassifierUnavailableError('Too many images are waiting for the classifier');
    this.images += 1;
    try {
      const file = await this.storage?.get(key);
      if (!file) throw new ClassifierUnavailableError('The image cannot be read');
      const image = await buffer(file.stream);
      const match = await this.matchOfImage(image, settings);
      return match && { ...match, imageHash: createHash('sha256').update(image).digest('hex') };
    } finally {
      this.images -= 1;
    }
  }

  private async matchOfImage(image: Buffer, settings: SafetySettings): Promise<Match | null> {
    const [banks, scores] = await Promise.all([
      this.hashMatcher?.match([image]) ?? [],
      this.classifier?.classify({ images: [image] }) ?? {},
    ]);
    return bankMatchOf(banks, settings) ?? matchOf(scores, settings, 'image');
  }
}
