import { Counter } from 'prom-client';
import { metrics } from '../health/metrics';

export const contentChecks = new Counter({
  name: 'luit_content_checks_total',
  help: 'Requests to the classifier or the hash matcher, by outcome: succeeded, failed, or skipped for a while after repeated failures',
  labelNames: ['checker', 'outcome'],
  registers: [metrics],
});
