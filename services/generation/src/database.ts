import type { DatabaseSettings } from '@luit/platform/database/data-source-options';
import { Baseline1763700000000 } from './migrations/1763700000000-baseline';
import { ModelEntity } from './plans/model.entity';
import { PlanEntity } from './plans/plan.entity';
import { ExampleEntity } from './examples/example.entity';
import { PresetEntity } from './presets/preset.entity';
import { OutputLabelEntity } from './output-label/output-label.entity';
import { RequestEntity } from './request-rows/request.entity';

export function databaseSettings(url: string, pool?: number, replicaUrl?: string): DatabaseSettings {
  return {
    service: 'generation',
    url,
    replicaUrl,
    pool,
    entities: [PlanEntity, ModelEntity, PresetEntity, ExampleEntity, OutputLabelEntity, RequestEntity],
    migrations: [Baseline1763700000000],
  };
}
