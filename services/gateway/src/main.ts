import 'reflect-metadata';
import { runMain } from '@luit/platform/bootstrap';
import { gatewayConfig } from './config';
import { startGateway } from './gateway';

let drainMs = 10_000;

void runMain(
  () => {
    const config = gatewayConfig(process.env);
    drainMs = config.common.drainMs;
    return startGateway(config);
  },
  () => drainMs,
);
