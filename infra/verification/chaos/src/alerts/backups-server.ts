import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The metrics of scheduled backups that just succeeded. `npm run verify -- chaos restore` runs the real ones. */
export class BackupsServer {
  private constructor(private readonly server: Server) {}

  static async open(): Promise<BackupsServer> {
    const server = createServer((_, response) => {
      const checkedAt = Date.now() / 1_000;
      response
        .writeHead(200, { 'content-type': 'text/plain; version=0.0.4' })
        .end(`luit_archive_age_seconds 20\nluit_backup_last_check_timestamp_seconds ${checkedAt}\n`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new BackupsServer(server);
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
