import { metrics } from '@luit/platform/metrics/metrics';
import { Counter, Gauge } from 'prom-client';

const registers = [metrics];

export const providerState = new Gauge({
  name: 'luit_provider_breaker_state',
  help: 'Circuit breaker state of each provider that has ever failed: 0 closed, 1 half open, 2 open',
  labelNames: ['provider'],
  registers,
});

export const breakerTrips = new Counter({
  name: 'luit_provider_failures_while_open_total',
  help: 'Failed submissions that opened a circuit breaker, or found it open',
  labelNames: ['provider'],
  registers,
});

export const failovers = new Counter({
  name: 'luit_provider_failovers_total',
  help: 'Jobs moved to another provider because the circuit breaker of the preferred one was open',
  labelNames: ['from', 'to'],
  registers,
});

export const rateLimitedPolls = new Counter({
  name: 'luit_provider_rate_limited_polls_total',
  help: 'Polls delayed to stay within a provider’s rate limit',
  labelNames: ['provider'],
  registers,
});
