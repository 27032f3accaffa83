import { generationCalls } from '@luit/contracts/generation/messages';
import { type SealedInstance, SEAL_USE, sealLabelOf } from '@luit/contracts/generation/provider-instances';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import type { OutputAccess } from '@luit/engines/transport/download';
import { CallClient } from '@luit/platform/calls/call-client';
import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { RotatingSeal } from '@luit/platform/security/sealed-values';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { CONFIG, type WorkerConfig } from '../config';
import { ADAPTERS } from './adapters';
import type { Provider, ProviderInstance } from './provider';
import { RunnerTasks } from './runner-provider';
import { TestProvider } from './test-provider';

/** How soon a worker notices that an operator has changed a provider, milliseconds. */
const CACHE_MS = 2_000;

interface Made {
  sealed: SealedInstance;
  instance: ProviderInstance;
  provider: Provider;
}

/** The providers by id, as operators have configured them. Jobs in flight keep the adapter that they began with. */
@Injectable()
export class Providers {
  private readonly log = new Logger(Providers.name);
  private readonly recent = new RecentValue<void>(CACHE_MS);
  private readonly seal: RotatingSeal;
  private readonly test = new TestProvider();
  private made = new Map<string, Made>();

  constructor(
    private readonly calls: CallClient,
    private readonly runners: RunnerTasks,
    @Inject(CONFIG) { providerSecrets }: Pick<WorkerConfig, 'providerSecrets'>,
  ) {
    this.seal = new RotatingSeal(providerSecrets, SEAL_USE);
  }

  /** Undefined if this worker cannot use it: it does not exist, its kind is newer than the worker, or its secrets cannot be decrypted. */
  async find(id: string): Promise<Provider | undefined> {
    if (id === TEST_PROVIDER) return this.test;
    await this.recent.get(() => this.refresh());
    return this.made.get(id)?.provider;
  }

  /** What downloads from the server of the provider need; undefined if outputs come from public addresses. */
  async outputAccess(id: string): Promise<OutputAccess | undefined> {
    await this.recent.get(() => this.refresh());
    const instance = this.made.get(id)?.instance;
    return instance?.isOwn && instance.baseUrl !== ''
      ? { origin: new URL(instance.baseUrl).origin, headers: {}, isOwn: true }
      : undefined;
  }

  private async refresh(): Promise<void> {
    const { instances } = await this.calls.call(generationCalls.listSealedInstances, {}).catch((error: Error) => {
      if (this.made.size === 0) throw error;
      this.log.warn({ msg: 'Providers could not be read; using those of before', reason: error.message });
      return { instances: [...this.made.values()].map(({ sealed }) => sealed) };
    });
    const made = instances.flatMap((sealed) => this.make(sealed) ?? []);
    this.made = new Map(made.map((each) => [each.sealed.id, each]));
  }

  private make(sealed: SealedInstance): Made | undefined {
    const before = this.made.get(sealed.id);
    if (before && isDeepStrictEqual(before.sealed, sealed)) return before;
    const instance = this.open(sealed);
    // Sealed with a secret that this worker gets with its next restart. What it has opened before is as good.
    if (!instance) return before && { ...before, sealed };
    const provider = sealed.kind === 'runner' ? this.runners.providerOf(sealed.id) : ADAPTERS[sealed.kind]?.(instance);
    return provider && { sealed, instance, provider };
  }

  private open({ sealedCredential, sealedWebhookSecret, ...connection }: SealedInstance): ProviderInstance | undefined {
    const { id } = connection;
    const opened = { credential: sealedCredential, webhookSecret: sealedWebhookSecret };
    for (const name of ['credential', 'webhookSecret'] as const) {
      const sealed = opened[name];
      if (sealed === null) continue;
      const plain = this.seal.open(Buffer.from(sealed, 'base64'), sealLabelOf(id, name))?.plain;
      if (plain === undefined) {
        this.log.error({ msg: 'PROVIDER_SECRETS: this worker cannot decrypt a secret', provider: id, name });
        return undefined;
      }
      opened[name] = plain;
    }
    return { ...connection, ...opened };
  }
}
