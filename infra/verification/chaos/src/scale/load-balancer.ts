import type { RunningStack } from '@luit/local/running-stack';
import { isHttpReady } from '@luit/local/readiness';
import { createProxyServer, type ProxyServer } from 'http-proxy-3';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';

const HEALTH_CHECK_INTERVAL_MS = 250;

export interface Upstream {
  url: string;
  readinessUrl: string;
}

/** @param gateway name of the process */
export function upstreamOf(running: RunningStack, gateway: string): Upstream {
  const { PORT, HEALTH_PORT } = running.environmentOf(gateway);
  return { url: `http://127.0.0.1:${PORT}`, readinessUrl: `http://127.0.0.1:${HEALTH_PORT}/health/ready` };
}

/**
 * A load balancer for several gateways, as nginx or a cloud provider would run it: round robin between the ready gateways. It tries the
 * next one only if the connection was refused, so a gateway never gets a request that another one has received.
 */
export class LoadBalancer {
  private readonly proxy: ProxyServer = createProxyServer({ ws: true, xfwd: true });
  private readonly server: Server = createServer((request, response) => void this.pass(request, response));
  private readonly ready = new Set<Upstream>();
  private upstreams: Upstream[] = [];
  private readonly timer = setInterval(() => void this.checkHealth(), HEALTH_CHECK_INTERVAL_MS);
  private turn = 0;

  static async open(): Promise<LoadBalancer> {
    const loadBalancer = new LoadBalancer();
    // Every call handles its own error.
    loadBalancer.proxy.on('error', () => undefined);
    loadBalancer.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const target = loadBalancer.next();
      if (!target) return socket.destroy();
      loadBalancer.proxy.ws(request, socket, head, { target: target.url }, () => socket.destroy());
    });
    loadBalancer.server.listen(0, '127.0.0.1');
    await once(loadBalancer.server, 'listening');
    return loadBalancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces the gateways and checks their health. */
  setUpstreams(upstreams: Upstream[]): Promise<void> {
    this.upstreams = upstreams;
    return this.checkHealth();
  }

  close(): void {
    clearInterval(this.timer);
    this.server.close();
    this.server.closeAllConnections();
    this.proxy.close();
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await this.tryEach(request, response, Buffer.concat(chunks), Math.max(1, this.upstreams.length));
  }

  private async tryEach(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    attempts: number,
  ): Promise<void> {
    const target = this.next();
    if (!target) return void response.writeHead(502).end('No gateway is ready');
    const isRefused = await new Promise<boolean>((resolve) => {
      response.once('close', () => resolve(false));
      this.proxy.web(request, response, { target: target.url, buffer: Readable.from([body]) }, (error) =>
        resolve((error as NodeJS.ErrnoException).code === 'ECONNREFUSED'),
      );
    });
    if (response.headersSent || response.destroyed) return;
    if (isRefused && attempts > 1) {
      this.ready.delete(target);
      return this.tryEach(request, response, body, attempts - 1);
    }
    response.writeHead(502).end('The gateway closed the connection');
  }

  private next(): Upstream | undefined {
    const choices = this.upstreams.filter((upstream) => this.ready.has(upstream));
    return choices[this.turn++ % choices.length];
  }

  private async checkHealth(): Promise<void> {
    await Promise.all(
      this.upstreams.map(async (upstream) => {
        const isReady = await isHttpReady(upstream.readinessUrl);
        if (isReady) this.ready.add(upstream);
        else this.ready.delete(upstream);
      }),
    );
  }
}
