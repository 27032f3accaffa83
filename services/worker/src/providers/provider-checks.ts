import type { ServerFacts } from '@luit/contracts/generation/provider-instances';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { ProviderReadError } from '@luit/engines/engine';
import { connectionFault } from './connection-faults';
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
    const provider = await this.providers.find(name);
    if (!provider) {
      const fault = 'Workers cannot use it: PROVIDER_SECRETS differ, or they are of an older release';
      const result = { isReachable: false, isConfigured: false, fault };
      await this.calls.call(generationCalls.recordProviderCheck, { provider: name, ...result });
      this.log.warn({ msg: 'Provider not checked: this worker cannot use it', provider: name });
      return;
    }
    let failure: ProviderFailure | undefined;
    let facts: ServerFacts | undefined;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      await provider.check(signal);
      facts = await provider.describe?.(signal);
    } catch (error) {
      if (!(error instanceof ProviderReadError)) throw error;
      ({ failure } = error);
    }
    const code = failure?.code;
    const result = { isReachable: code === undefined, isRefused: code !== undefined && REFUSALS.includes(code) };
    const fault = failure && connectionFault(failure);
    await this.calls.call(generationCalls.recordProviderCheck, { provider: name, ...result, fault, facts });
    this.log.log({ msg: 'Provider checked', provider: name, ...result, code });
  }
}
