import { z } from 'zod';

/** A service that says how likely a text or images belong to categories. The contract is in docs/operations/safety.md. */
export interface ClassifierSettings {
  url: string;
  /** Services on a private network often need none. */
  apiKey?: string;
  timeoutMs: number;
}

/** Either a text or images. */
export interface ClassifierInput {
  text?: string;
  /** JPEG, PNG or WebP. */
  images?: Buffer[];
}

/** Numbers from 0 to 1 by category; of images, that of the worst one. A missing category counts as 0. */
export type Scores = Record<string, number>;

/** There is no usable answer. It does not quote what was sent. */
export class ClassifierUnavailableError extends Error {
  override readonly name = 'ClassifierUnavailableError';
}

const answer = z.object({ scores: z.record(z.string(), z.number().min(0).max(1)) });
const MAX_ANSWER_BYTES = 64 * 1024;
/** Failures in a row after which the classifier is left alone for a while. */
const MAX_FAILURES = 3;
const OPEN_MS = 30_000;

/**
 * Asks a classifier over HTTP. After three failures in a row it asks nothing for 30 seconds, and then tries one request, so that a dead
 * classifier does not delay everything that waits for it.
 */
export class ClassifierClient {
  private failures = 0;
  private openUntil = 0;

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly settings: ClassifierSettings,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws ClassifierUnavailableError without an answer in time, and without asking after repeated failures */
  async classify(input: ClassifierInput): Promise<Scores> {
    if (this.failures >= MAX_FAILURES) {
      if (this.now() < this.openUntil) throw new ClassifierUnavailableError('The classifier failed repeatedly');
      // Others fail until this attempt has an answer.
      this.openUntil = this.now() + OPEN_MS;
    }
    try {
      const scores = await this.ask(input);
      this.failures = 0;
      return scores;
    } catch (error) {
      this.failures += 1;
      this.openUntil = this.now() + OPEN_MS;
      throw new ClassifierUnavailableError(error instanceof Error ? error.message : 'The classifier failed');
    }
  }

  private async ask({ text, images }: ClassifierInput): Promise<Scores> {
    const { url, apiKey, timeoutMs } = this.settings;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      body: JSON.stringify({ text, images: images?.map((image) => image.toString('base64')) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The classifier answered with status ${response.status}`);
    }
    return scoresIn(await readText(response));
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The answer of the classifier is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function scoresIn(text: string): Scores {
  try {
    return answer.parse(JSON.parse(text)).scores;
  } catch {
    throw new Error('The answer of the classifier has no scores');
  }
}
