import { metrics } from '@luit/platform/health/metrics';
import { Counter } from 'prom-client';

const signed = new Counter({
  name: 'luit_content_credentials_total',
  help: 'Outputs and their smaller versions by result of signing: signed, without_time_stamp (signed, but the time stamp authority failed), failed, or too_large',
  labelNames: ['outcome'],
  registers: [metrics],
});

export function countSigned(outcome: 'signed' | 'without_time_stamp' | 'failed' | 'too_large'): void {
  signed.inc({ outcome });
}
