import 'reflect-metadata';
import { runMain, startProcess } from '@luit/platform/bootstrap';
import { readConfig } from './config';
import { WorkerModule } from './worker.module';

let drainMs = 10_000;

void runMain(
  () => {
    const config = readConfig(process.env);
    drainMs = config.common.drainMs;
    return startProcess('worker', WorkerModule.forRoot(config), config.common);
  },
  () => drainMs,
);
