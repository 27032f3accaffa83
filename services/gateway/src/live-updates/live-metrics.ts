import { metrics } from '@luit/platform/metrics/metrics';
import { Gauge, Histogram } from 'prom-client';

export const connectedSockets = new Gauge({
  name: 'luit_live_sockets',
  help: 'Sockets connected to this process',
  registers: [metrics],
});

/** Starts at a Postgres timestamp and ends here, so clocks must be synchronized [I7]. */
export const pushDelay = new Histogram({
  name: 'luit_push_delay_seconds',
  help: 'Seconds from the commit of a terminal state to its push',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
  registers: [metrics],
});
