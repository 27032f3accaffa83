import { Gauge } from 'prom-client';
import { certificateExpiry, type TlsEndpoint } from '../addresses/tls-endpoints';
import type { HealthServer } from './health-server';
import { metrics } from '../metrics/metrics';

/** A certificate that was read this recently is not read again, milliseconds. */
const VALID_MS = 30_000;

const expiry = new Gauge({
  name: 'luit_certificate_expiry_timestamp_seconds',
  help: 'When the certificate of a server, or of an authority above it, expires',
  labelNames: ['endpoint'],
  registers: [metrics],
});

/** Opens new connections to read certificates: connections that are already open show the certificate from before its renewal. */
export function measureCertificates(health: HealthServer, endpoints: TlsEndpoint[]): void {
  for (const endpoint of endpoints) {
    let readAt = Number.NEGATIVE_INFINITY;
    health.measureAtScrape(`certificate of ${endpoint.name}`, async () => {
      if (performance.now() - readAt < VALID_MS) return;
      const date = await certificateExpiry(endpoint);
      expiry.set({ endpoint: endpoint.name }, date.getTime() / 1_000);
      readAt = performance.now();
    });
  }
}
