import { metrics } from '@luit/platform/health/metrics';
import { Counter } from 'prom-client';

const signed = new Counter({
  name: 'luit_content_credentials_total',
  help: 'Outputs and their smaller versions by Content Credentials: signed, signed without_time_stamp although there is an authority, failed, or too_large to be signed',
  labelNames: ['outcome'],
  registers: [metrics],
});

export function countSigned(outcome: 'signed' | 'without_time_stamp' | 'failed' | 'too_large'): void {
  signed.inc({ outcome });
}
