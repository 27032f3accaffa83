import { metrics } from '@luit/platform/health/metrics';
import { Counter, Gauge } from 'prom-client';

const registers = [metrics];

export const providerState = new Gauge({
  name: 'luit_provider_breaker_state',
  help: 'Circuit breaker of each provider that ever failed: 0 closed, 1 half open, 2 open',
  labelNames: ['provider'],
  registers,
});

export const breakerTrips = new Counter({
  name: 'luit_provider_failures_while_open_total',
  help: 'Failed submissions that cut a provider off, or found it cut off',
  labelNames: ['provider'],
  registers,
});

export const failovers = new Counter({
  name: 'luit_provider_failovers_total',
  help: 'Jobs that went to another provider than the preferred one because that was cut off',
  labelNames: ['from', 'to'],
  registers,
});

export const rateLimitedRequests = new Counter({
  name: 'luit_provider_rate_limited_total',
  help: 'Submissions and looks that were put off to stay within a provider’s limits',
  labelNames: ['provider', 'what'],
  registers,
});
