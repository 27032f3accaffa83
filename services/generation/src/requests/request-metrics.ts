import { metrics } from '@luit/platform/health/metrics';
import { Counter } from 'prom-client';

const registers = [metrics];

export const requestsReceived = new Counter({
  name: 'luit_generation_requests_total',
  help: 'Requests by what became of them at acceptance: accepted, or the code they were refused with',
  labelNames: ['outcome'],
  registers,
});

export const requestsSettled = new Counter({
  name: 'luit_generation_settled_total',
  help: 'Jobs that ended, by outcome and kind of failure',
  labelNames: ['outcome', 'kind'],
  registers,
});

export const staleLeases = new Counter({
  name: 'luit_generation_stale_leases_total',
  help: 'Effects refused because another worker had taken the job over',
  registers,
});

export const resubmissions = new Counter({
  name: 'luit_generation_resubmissions_total',
  help: 'Jobs submitted again because nobody could tell what became of the first submission',
  registers,
});

export const duplicateTasks = new Counter({
  name: 'luit_generation_duplicate_tasks_total',
  help: 'Provider tasks that turned up beside the one a job has',
  registers,
});

export const repairedEntries = new Counter({
  name: 'luit_generation_repaired_entries_total',
  help: 'Unfinished jobs that were found without a queue entry and enqueued again',
  labelNames: ['queue'],
  registers,
});
