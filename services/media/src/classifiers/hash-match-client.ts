import { z } from 'zod';
import type { ContentChecker } from './content-checker';
import { FailureCircuit } from './failure-circuit';
import { jsonAnswer } from './json-answer';

/** A Hasher-Matcher-Actioner, which compares images with hashes of known material. */
export interface HashMatchSettings {
  /** Its base URL, without a trailing slash. */
  url: string;
  timeoutMs: number;
}

/** A gray PNG of 64 × 64 pixels. */
const PROBE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEWIiIhYZW6zAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC',
  'base64',
);

/** Names of banks by kind of hash, such as `{"pdq": ["KNOWN"]}`. */
const answer = z.record(z.string(), z.array(z.string()));

/**
 * Looks images up in the banks of a Hasher-Matcher-Actioner, which computes the hashes itself (PDQ).
 * Protocol: `POST /m/lookup` of https://facebook.github.io/ThreatExchange/hma/api.html
 */
export class HashMatchClient implements ContentChecker {
  readonly name = 'hash matcher';
  private readonly circuit: FailureCircuit;

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly settings: HashMatchSettings,
    now?: () => number,
  ) {
    this.circuit = new FailureCircuit(this.name, now);
  }

  /**
   * @param images JPEG, PNG or WebP
   * @returns the banks that know one of the images
   * @throws ClassifierUnavailableError without an answer in time, and without asking after repeated failures
   */
  async match(images: Buffer[]): Promise<string[]> {
    const found = await Promise.all(images.map((image) => this.circuit.run(() => this.lookUp(image))));
    return [...new Set(found.flat())];
  }

  get isFailing(): boolean {
    return this.circuit.isFailing;
  }

  async probe(): Promise<void> {
    await this.circuit.probe(() => this.lookUp(PROBE));
  }

  private async lookUp(image: Buffer): Promise<string[]> {
    const { url, timeoutMs } = this.settings;
    const form = new FormData();
    // The hash matcher reads the kind of content from the name of the field, and takes one file per request.
    form.set('photo', new Blob([new Uint8Array(image)]), 'image');
    const response = await fetch(`${url}/m/lookup`, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return Object.values(await jsonAnswer(response, answer)).flat();
  }
}
