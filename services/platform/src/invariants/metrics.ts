import { Counter, Gauge } from 'prom-client';
import { metrics } from '../metrics/metrics';

const labelNames = ['invariant', 'name'];
const registers = [metrics];

export const invariantViolations = new Gauge({
  name: 'luit_invariant_violations',
  help: 'Violations of an invariant that were not repaired, at the last check of any replica',
  labelNames,
  registers,
});

export const invariantLastRun = new Gauge({
  name: 'luit_invariant_last_run_timestamp_seconds',
  help: 'Time of the last check of an invariant by any replica',
  labelNames,
  registers,
});

export const invariantRepairs = new Counter({
  name: 'luit_invariant_repaired_total',
  help: 'Violations of an invariant that this process repaired',
  labelNames,
  registers,
});
