import { INSTANCE_SECRETS, sealLabelOf, SEAL_USE } from '@luit/contracts/generation/provider-instances';
import { isPrivateHost } from '@luit/platform/security/private-host';
import { RotatingSeal } from '@luit/platform/security/sealed-values';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';

/** An account at a vendor, from the environment. */
export interface InstanceSeed {
  id: 'replicate' | 'fal' | 'ark';
  baseUrl: string;
  credential: string | null;
  webhookSecret: string | null;
}

const CONCURRENCY = 20;
/** Replicate documents 600 and 3,000. The others document none, so these stay below what most vendors allow. */
const RATES = { submits: 300, polls: 1_500 };
const KNOWN_RATES: Partial<Record<InstanceSeed['id'], typeof RATES>> = { replicate: { submits: 600, polls: 3_000 } };
const COLUMNS = { credential: 'credential', webhookSecret: 'webhook_secret' } as const;

/** Without a credential it is off, and a later start may add one, until an operator changes it. */
const SEED = `
  INSERT INTO provider_instances AS known (id, kind, base_url, is_own, credential, webhook_secret, concurrency, submits_per_minute,
    polls_per_minute, state)
  VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $4::bytea IS NULL THEN 'off' ELSE 'on' END)
  ON CONFLICT (id) DO UPDATE SET base_url = $2, is_own = $3, credential = $4, webhook_secret = $5, state = 'on', state_since = now()
   WHERE $4::bytea IS NOT NULL AND known.credential IS NULL AND known.updated_by IS NULL AND known.state_by IS NULL
  RETURNING id`;

/** Creates the instances of the vendors' variables, and seals secrets again that were sealed with an older one of `PROVIDER_SECRETS`. */
@Injectable()
export class InstanceSeeds implements OnModuleInit {
  private readonly log = new Logger(InstanceSeeds.name);
  private readonly seal: RotatingSeal;

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {
    this.seal = new RotatingSeal(config.providerSecrets, SEAL_USE);
  }

  async onModuleInit(): Promise<void> {
    for (const seed of this.config.instanceSeeds) await this.insert(seed);
    for (const name of INSTANCE_SECRETS) await this.sealAgain(name);
  }

  private async insert(seed: InstanceSeed): Promise<void> {
    const { id, baseUrl } = seed;
    const { submits, polls } = KNOWN_RATES[id] ?? RATES;
    const [credential, webhookSecret] = INSTANCE_SECRETS.map((name) =>
      seed[name] === null ? null : this.seal.seal(seed[name], sealLabelOf(id, name)),
    );
    const isOwn = isPrivateHost(new URL(baseUrl).hostname);
    const seeded = await this.database.query<unknown[]>(SEED, [
      ...[id, baseUrl, isOwn, credential, webhookSecret, CONCURRENCY, submits, polls],
    ]);
    if (seeded.length > 0 && credential) this.log.log({ msg: 'Provider created from the environment', provider: id });
  }

  private async sealAgain(name: (typeof INSTANCE_SECRETS)[number]): Promise<void> {
    const column = COLUMNS[name];
    const rows = await this.database.query<{ id: string; sealed: Buffer }[]>(
      `SELECT id, ${column} AS sealed FROM provider_instances WHERE ${column} IS NOT NULL`,
    );
    for (const { id, sealed } of rows) {
      const opened = this.seal.open(sealed, sealLabelOf(id, name));
      if (!opened) {
        this.log.error({ msg: 'PROVIDER_SECRETS: cannot decrypt a secret; enter it again', provider: id, name });
      } else if (!opened.isNewest) {
        const again = this.seal.seal(opened.plain, sealLabelOf(id, name));
        // An operator may have replaced it in the meantime.
        await this.database.query(`UPDATE provider_instances SET ${column} = $2 WHERE id = $1 AND ${column} = $3`, [
          id,
          again,
          sealed,
        ]);
        this.log.log({ msg: 'Secret sealed with the newest of PROVIDER_SECRETS', provider: id, name });
      }
    }
  }
}
