import { ClassifierUnavailableError } from './classifier-unavailable';

/** Failures in a row after which a service is left alone for a while. */
const MAX_FAILURES = 3;
const OPEN_MS = 30_000;

/**
 * After three failures in a row it runs nothing for 30 seconds, and then tries once, so that a dead service does not delay everything
 * that waits for it.
 */
export class FailureCircuit {
  private failures = 0;
  private openUntil = 0;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws ClassifierUnavailableError if `work` fails, and without running it after repeated failures */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.failures >= MAX_FAILURES) {
      if (this.now() < this.openUntil) throw new ClassifierUnavailableError('The service failed repeatedly');
      // Others fail until this attempt has an answer.
      this.openUntil = this.now() + OPEN_MS;
    }
    try {
      const result = await work();
      this.failures = 0;
      return result;
    } catch (error) {
      this.failures += 1;
      this.openUntil = this.now() + OPEN_MS;
      throw new ClassifierUnavailableError(error instanceof Error ? error.message : 'The service failed');
    }
  }
}
