import { metrics } from '@luit/platform/health/metrics';
import { Gauge } from 'prom-client';

export const connectedSockets = new Gauge({
  name: 'luit_live_sockets',
  help: 'Sockets that are connected to this process',
  registers: [metrics],
});
