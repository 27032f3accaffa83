import { metrics } from '@luit/platform/health/metrics';
import { Gauge, Histogram } from 'prom-client';

export const connectedSockets = new Gauge({
  name: 'luit_live_sockets',
  help: 'Sockets that are connected to this process',
  registers: [metrics],
});

/** I7: the clock starts in Postgres and ends here, so the machines' clocks have to agree. */
export const pushDelay = new Histogram({
  name: 'luit_push_delay_seconds',
  help: 'From the commit of a final state to its push',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
  registers: [metrics],
});
