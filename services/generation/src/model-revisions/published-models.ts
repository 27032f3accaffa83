import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { ModelRevision } from './model-revisions';

/** A model with the revision in force, whatever its state. The default one makes the videos of the plans. */
export interface PublishedModel extends ModelRevision {
  isDefault: boolean;
  /** Since when it is deprecated; null if it is not. */
  deprecatedSince: Date | null;
  /** Providers that answered that they have no such model. */
  missing: string[];
  /** The providers of its routes that are not off, the preferred one first. */
  usable: string[];
  /** All providers that are off. */
  off: string[];
}

const READ = `
  SELECT id, revision, entry, is_default AS "isDefault", deprecated_since AS "deprecatedSince",
         missing_providers AS missing, usable_providers AS usable, off_providers AS off
    FROM published_models ORDER BY position, id`;
/** Upper bound on how long a replica offers, charges and submits by an old revision. */
const CACHE_MS = 1_000;

/** All models, in their order on the screen. */
export function readModels(manager: EntityManager): Promise<PublishedModel[]> {
  return manager.query<PublishedModel[]>(READ);
}

/** The models as they are published now, at most a second old. */
@Injectable()
export class PublishedModels {
  private readonly recent = new RecentValue<PublishedModel[]>(CACHE_MS);

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** @param manager of the caller's transaction */
  all(manager?: EntityManager): Promise<PublishedModel[]> {
    return manager
      ? this.recent.getAlone(() => readModels(manager))
      : this.recent.get(() => readModels(this.database.manager));
  }

  /** For changes of this process. */
  forget(): void {
    this.recent.forget();
  }

  /** The providers whose route works, the preferred one first. */
  async providersOf(id: string, manager?: EntityManager): Promise<string[]> {
    const model = (await this.all(manager)).find((each) => each.id === id);
    return model ? this.workingProviders(model) : (this.config.modelProviders[id] ?? []);
  }

  /** The same, from a model that was read. */
  workingProviders(model: PublishedModel): string[] {
    return this.chosenProviders(model).filter((provider) => !model.missing.includes(provider));
  }

  /** Also those whose vendor has no such model: those of the entry, or those that `MODEL_PROVIDERS` chooses among them. */
  chosenProviders({ id, usable, off }: PublishedModel): string[] {
    return this.config.modelProviders[id]?.filter((provider) => !off.includes(provider)) ?? usable;
  }
}
