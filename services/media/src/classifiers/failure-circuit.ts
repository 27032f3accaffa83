import { Counter } from 'prom-client';
import { metrics } from '@luit/platform/metrics/metrics';
import { ClassifierUnavailableError } from './classifier-unavailable';

const contentChecks = new Counter({
  name: 'luit_content_checks_total',
  help: 'Requests to the classifier or the hash matcher, by outcome: succeeded, failed, or skipped for a while after repeated failures',
  labelNames: ['checker', 'outcome'],
  registers: [metrics],
});

/** Consecutive failures after which calls to the service stop for a while. */
const MAX_FAILURES = 3;
const OPEN_MS = 30_000;

/**
 * After three failures in a row it runs nothing for 30 seconds, and then tries once, so that a dead service does not delay everything
 * that waits for it.
 */
export class FailureCircuit {
  private failures = 0;
  private openUntil = 0;

  /**
   * @param checker of the metric
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    private readonly checker: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The last two attempts failed. A single one may be an accident. */
  get isFailing(): boolean {
    return this.failures > 1;
  }

  /** @throws ClassifierUnavailableError if `work` fails, and without running it after repeated failures */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isOpen) {
      contentChecks.inc({ checker: this.checker, outcome: 'skipped' });
      throw new ClassifierUnavailableError('The service failed repeatedly');
    }
    // Others fail until this attempt has an answer.
    if (this.failures >= MAX_FAILURES) this.openUntil = this.now() + OPEN_MS;
    try {
      const result = await work();
      this.failures = 0;
      contentChecks.inc({ checker: this.checker, outcome: 'succeeded' });
      return result;
    } catch (error) {
      this.failures += 1;
      this.openUntil = this.now() + OPEN_MS;
      contentChecks.inc({ checker: this.checker, outcome: 'failed' });
      throw new ClassifierUnavailableError(error instanceof Error ? error.message : 'The service failed');
    }
  }

  /** Tries `work` if the last attempt failed, unless the service is left alone. It finds out without a request whether the failure lasts. */
  async probe(work: () => Promise<unknown>): Promise<void> {
    if (this.failures > 0 && !this.isOpen) await this.run(work).catch(() => undefined);
  }

  private get isOpen(): boolean {
    return this.failures >= MAX_FAILURES && this.now() < this.openUntil;
  }
}
