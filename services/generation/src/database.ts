import type { DatabaseSettings } from '@luit/platform/database/data-source-options';
import { CreateGeneration1763700000000 } from './migrations/1763700000000-create-generation';
import { Scoreboard1764500000000 } from './migrations/1764500000000-scoreboard';
import { ProviderHealth1764600000000 } from './migrations/1764600000000-provider-health';
import { JobsByFilters1764900000000 } from './migrations/1764900000000-jobs-by-filters';
import { Operations1764700000000 } from './migrations/1764700000000-operations';
import { RejectedRequests1765000000000 } from './migrations/1765000000000-rejected-requests';
import { ModelEntity } from './plans/model.entity';
import { PlanEntity } from './plans/plan.entity';
import { RequestEntity } from './requests/request.entity';

export function databaseSettings(url: string, pool?: number): DatabaseSettings {
  return {
    service: 'generation',
    url,
    pool,
    entities: [PlanEntity, ModelEntity, RequestEntity],
    migrations: [
      CreateGeneration1763700000000,
      Scoreboard1764500000000,
      ProviderHealth1764600000000,
      Operations1764700000000,
      JobsByFilters1764900000000,
      RejectedRequests1765000000000,
    ],
  };
}
