import type { EventEmitter } from 'node:events';
import type { Server, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ActiveFaults, FaultKind } from './faults';

export interface MailboxOptions {
  host: string;
  /** Port of the web page and REST API; 0 for a free port. */
  port: number;
  smtpPort: number;
}

export interface Mailbox {
  url: string;
  smtpPort: number;
  close(): Promise<void>;
}

type Callback = (error?: (Error & { responseCode?: number }) | null, message?: string) => void;

/** The server inside maildev's own, for which maildev declares no type. */
interface Listener extends EventEmitter {
  server: Server;
  onConnect(session: object, callback: Callback): void;
  onData(stream: Readable, session: object, callback: Callback): void;
}

/** Accepts every mail by SMTP and shows it in a web page and at `GET /api/email`. Mails in the folder survive a restart. */
export async function openMailbox(options: MailboxOptions, folder: string, faults: ActiveFaults): Promise<Mailbox> {
  const { FileStorage } = await import('@maildev/core');
  const { createSMTPServer } = await import('@maildev/smtp');
  const { createAPIServer } = await import('@maildev/api');
  const { registerUI } = await import('@maildev/ui/server');
  const { host, port, smtpPort } = options;
  const storage = new FileStorage({ mailDirectory: folder });
  await storage.initialize();
  const smtp = createSMTPServer({ host, port: smtpPort, storage, mailDir: folder, logger: false });
  await smtp.start();
  const listener = smtp['smtp'] as Listener;
  listener.on('error', (error: Error) => process.stderr.write(`mailbox: ${error.message}\n`));
  injectFaults(listener, faults);
  const smtpSockets = trackSockets(listener.server);
  await smtp.loadMailsFromDirectory();
  const api = createAPIServer({ host, port, storage, smtp });
  await api.registerPlugins();
  await registerUI(api.server);
  const url = await api.server.listen({ host, port });

  return {
    url,
    smtpPort: smtp.getPort(),
    async close() {
      for (const socket of smtpSockets) socket.destroy();
      await api.stop();
      await smtp.stop();
    },
  };
}

function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** `lost_answer` accepts the mail and then reports a failure; every other fault rejects or delays the connection. */
function injectFaults(smtp: Listener, active: ActiveFaults): void {
  const accept = smtp.onData.bind(smtp);
  smtp.onConnect = (_session, callback) => {
    const faults = active.draw('mail').filter(({ name }) => name !== 'lost_answer');
    const slow = faults.find((fault) => fault.name === 'slow');
    const refusal = faults.find(({ name }) => name !== 'slow' && name !== 'never_finishes');
    if (faults.some(({ name }) => name === 'never_finishes')) return;
    setTimeout(() => callback(refusal && smtpError(refusal)), slow?.milliseconds ?? 0);
  };
  smtp.onData = (stream, session, callback) => {
    const isLost = active.draw('mail').some(({ name }) => name === 'lost_answer');
    accept(stream, session, (error, message) =>
      isLost ? callback(smtpError({ name: 'lost_answer' })) : callback(error, message),
    );
  };
}

function smtpError(fault: FaultKind): Error & { responseCode: number } {
  const responseCode = fault.name === 'error' && fault.status >= 500 ? 554 : 421;
  return Object.assign(new Error('Service not available'), { responseCode });
}
