import 'reflect-metadata';
import { runMain, startCallService } from '@luit/platform/bootstrap';
import { type GenerationConfig, readConfig } from './config';
import { GenerationModule } from './generation.module';

let config: GenerationConfig | undefined;

void runMain(
  () => {
    config = readConfig(process.env);
    return startCallService('generation', GenerationModule.forRoot(config), config.common);
  },
  () => config?.common.drainMs ?? 0,
);
