import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';

const VALID_DAYS = 365;

/** A server that presents a certificate and serves nothing, in place of the proxy in front of the gateway. */
export class WebServer {
  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebServer> {
    const server = createServer(newCertificate(VALID_DAYS));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebServer(server);
  }

  get url(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Presents a certificate that expires in so many days. @returns a function that renews it */
  presentExpiring(days: number): () => Promise<void> {
    this.server.setSecureContext(newCertificate(days));
    return () => Promise.resolve(this.server.setSecureContext(newCertificate(VALID_DAYS)));
  }

  close(): void {
    this.server.close();
  }
}

function newCertificate(days: number): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-certificate-'));
  try {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', String(days)];
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
