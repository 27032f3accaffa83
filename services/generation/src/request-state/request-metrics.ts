import { metrics } from '@luit/platform/metrics/metrics';
import { Counter } from 'prom-client';

const registers = [metrics];

export const requestsReceived = new Counter({
  name: 'luit_generation_requests_total',
  help: 'Requests by result: accepted, repeated, or the error code of the refusal',
  labelNames: ['outcome'],
  registers,
});

export const requestsSettled = new Counter({
  name: 'luit_generation_settled_total',
  help: 'Finished jobs by outcome, kind of failure, provider and plan',
  labelNames: ['outcome', 'kind', 'provider', 'plan'],
  registers,
});

export const staleLeases = new Counter({
  name: 'luit_generation_stale_leases_total',
  help: 'Reports and renewals rejected because they named a lease that is no longer current',
  registers,
});

export const resubmissions = new Counter({
  name: 'luit_generation_resubmissions_total',
  help: 'Jobs submitted again because the result of the first submission stayed unknown',
  registers,
});

export const duplicateTasks = new Counter({
  name: 'luit_generation_duplicate_tasks_total',
  help: 'Provider tasks found in addition to the one of their job',
  registers,
});

export const repairedEntries = new Counter({
  name: 'luit_generation_repaired_entries_total',
  help: 'Unfinished jobs found without a queue entry and enqueued again',
  labelNames: ['queue'],
  registers,
});
