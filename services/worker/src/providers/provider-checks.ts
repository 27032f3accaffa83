import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { ProviderReadError } from '@luit/engines/engine';
import { Providers } from './providers';

const TIMEOUT_MS = 10_000;
/** Answers that refuse our account: a key that is not accepted, no funds, no permission. */
const REFUSALS = ['http_401', 'http_402', 'http_403'];

/** Checks providers with a circuit breaker that is not closed, so that their recovery is noticed without risking a job. */
@Injectable()
export class ProviderChecks {
  private readonly log = new Logger(ProviderChecks.name);

  constructor(
    private readonly calls: CallClient,
    private readonly providers: Providers,
  ) {}

  /** Checks the provider and reports the result. A lost report is made up for by the next check. */
  async run(name: string): Promise<void> {
    const provider = this.providers.find(name);
    if (!provider) {
      const result = { isReachable: false, isConfigured: false };
      await this.calls.call(generationCalls.recordProviderCheck, { provider: name, ...result });
      this.log.warn({ msg: 'Provider not checked: this worker has no key for it', provider: name });
      return;
    }
    let code: string | undefined;
    try {
      await provider.check(AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      if (!(error instanceof ProviderReadError)) throw error;
      ({ code } = error.failure);
    }
    const result = { isReachable: code === undefined, isRefused: code !== undefined && REFUSALS.includes(code) };
    await this.calls.call(generationCalls.recordProviderCheck, { provider: name, ...result });
    this.log.log({ msg: 'Provider checked', provider: name, ...result, code });
  }
}
