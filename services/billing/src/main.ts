import 'reflect-metadata';
import { runMain, startCallService } from '@luit/platform/bootstrap';
import { BillingModule } from './billing.module';
import { readConfig } from './config';

let drainMs = 0;

void runMain(
  async () => {
    const config = readConfig(process.env);
    drainMs = config.common.drainMs;
    return startCallService('billing', BillingModule.forRoot(config), config.common);
  },
  () => drainMs,
);
