import { metrics } from '@luit/platform/health/metrics';
import { Histogram } from 'prom-client';

export const providerRequests = new Histogram({
  name: 'luit_provider_request_duration_seconds',
  help: 'Duration of a request to a provider, by provider, operation and outcome (HTTP status or error code)',
  labelNames: ['provider', 'operation', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});
