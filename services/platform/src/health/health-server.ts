import { Logger } from '@nestjs/common';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from '../scheduling/within';
import { inBackground } from '../tracing/correlation';
import { failedChecks, metrics } from '../metrics/metrics';

/** Resolves if a dependency responds; rejects with the cause otherwise. */
export type ReadyCheck = () => Promise<unknown>;

/** Sets gauges. If it fails, they keep their values. */
export type Measurement = () => Promise<void>;

const CHECK_TIMEOUT_MS = 2_000;
/** A scrape waits no longer for measurements. */
const MEASUREMENT_TIMEOUT_MS = 2_000;

/** Tells a supervisor that another process answers at the port. */
const PROCESS_ID_HEADER = 'luit-process-id';

/** Serves `/health/live`, `/health/ready` and `/metrics` on a private port of the process. */
export class HealthServer {
  private readonly log = new Logger(HealthServer.name);
  private readonly checks = new Map<string, ReadyCheck>();
  private readonly measurements = new Map<string, Measurement>();
  private readonly server: Server;
  private isReady = false;

  constructor() {
    this.server = createServer((request, response) => {
      void this.respond(request.url ?? '/', response);
    });
  }

  addCheck(name: string, check: ReadyCheck): void {
    this.checks.set(name, check);
  }

  /** Runs before each scrape, so that an idle process measures nothing. */
  measureAtScrape(name: string, measure: Measurement): void {
    this.measurements.set(name, measure);
  }

  /** Call with `false` before draining, so that load balancers stop sending requests. */
  setReady(isReady: boolean): void {
    this.isReady = isReady;
  }

  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    const bound = (this.server.address() as AddressInfo).port;
    this.log.log({ msg: 'Health server listening', host, port: bound });
    return bound;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(url: string, response: ServerResponse): Promise<void> {
    if (url === '/health/live') return send(response, 200, { status: 'ok' });
    if (url === '/health/ready') {
      const faults = await inBackground('health', () => this.faults());
      const isReady = this.isReady && Object.keys(faults).length === 0;
      return send(response, isReady ? 200 : 503, { status: isReady ? 'ok' : 'not_ready', faults });
    }
    if (url === '/metrics') {
      await inBackground('scrape', () => this.measure());
      const text = await inBackground('scrape', () => metrics.metrics());
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
      return;
    }
    send(response, 404, { status: 'not_found' });
  }

  private async measure(): Promise<void> {
    await Promise.all([
      this.measureChecks(),
      ...[...this.measurements].map(async ([name, measure]) => {
        try {
          await within(MEASUREMENT_TIMEOUT_MS, measure());
        } catch (error) {
          this.log.warn({ msg: 'Measurement failed', name, reason: (error as Error).message });
        }
      }),
    ]);
  }

  private async measureChecks(): Promise<void> {
    const faults = await this.faults();
    for (const check of this.checks.keys()) failedChecks.set({ check }, check in faults ? 1 : 0);
  }

  private async faults(): Promise<Record<string, string>> {
    const faults: Record<string, string> = {};
    await Promise.all(
      [...this.checks].map(async ([name, check]) => {
        try {
          await within(CHECK_TIMEOUT_MS, check());
        } catch (error) {
          faults[name] = (error as Error).message;
        }
      }),
    );
    return faults;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', [PROCESS_ID_HEADER]: process.pid })
    .end(JSON.stringify(body));
}
