import { z } from 'zod';
import type { ContentChecker } from './content-checker';
import { FailureCircuit } from './failure-circuit';
import { jsonAnswer } from './json-answer';

/** A service that scores how likely a text or images fall into each category. The contract is in docs/operations/safety.md. */
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

/** Scores from 0 to 1 by category; for several images, the score of the worst one. A missing category counts as 0. */
export type Scores = Record<string, number>;

/** The text is harmless, so nobody has to review it. */
const PROBE = 'a river at dawn';

const answer = z.object({ scores: z.record(z.string(), z.number().min(0).max(1)) });

/** Asks a classifier over HTTP. */
export class ClassifierClient implements ContentChecker {
  readonly name = 'classifier';
  private readonly circuit: FailureCircuit;

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly settings: ClassifierSettings,
    now?: () => number,
  ) {
    this.circuit = new FailureCircuit(this.name, now);
  }

  /** @throws ClassifierUnavailableError without an answer in time, and without asking after repeated failures */
  classify(input: ClassifierInput): Promise<Scores> {
    return this.circuit.run(() => this.ask(input));
  }

  get isFailing(): boolean {
    return this.circuit.isFailing;
  }

  async probe(): Promise<void> {
    await this.circuit.probe(() => this.ask({ text: PROBE }));
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
    return (await jsonAnswer(response, answer)).scores;
  }
}
