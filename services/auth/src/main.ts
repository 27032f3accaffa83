import 'reflect-metadata';
import { runMain, startCallService } from '@luit/platform/bootstrap';
import { AuthModule } from './auth.module';
import { authConfig } from './config';

let drainMs = 0;

void runMain(
  () => {
    const config = authConfig(process.env);
    drainMs = config.common.drainMs;
    return startCallService('auth', AuthModule.forRoot(config), config.common);
  },
  () => drainMs,
);
