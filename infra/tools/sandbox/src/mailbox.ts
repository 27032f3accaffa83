import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import logger from 'maildev/lib/logger';
import mailserver from 'maildev/lib/mailserver';
import web from 'maildev/lib/web';
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

let isOpen = false;

/**
 * Accepts every mail by SMTP and shows it in a web page and at `GET /email`. Mails in the folder survive a restart. There can
 * be only one mailbox per process, because maildev keeps its state in its module.
 */
export async function openMailbox(options: MailboxOptions, folder: string, faults: ActiveFaults): Promise<Mailbox> {
  if (isOpen) throw new Error('A mailbox is already open in this process');
  mkdirSync(folder, { recursive: true });
  logger.setLevel(0);
  // Ports are passed as text, because maildev treats the number 0 as missing.
  mailserver.create(String(options.smtpPort), options.host, folder);
  mailserver.loadMailsFromDirectory();
  injectFaults(faults);
  const { smtp } = mailserver;
  const smtpSockets = trackSockets(smtp.server);
  // maildev throws SMTP errors from the event loop, where a port in use looks like a bug.
  smtp.removeAllListeners('error');
  await new Promise<void>((resolve, reject) => {
    smtp.once('error', reject);
    mailserver.listen().then(resolve, reject);
  }).finally(() => smtp.removeAllListeners('error'));
  smtp.on('error', (error: Error) => process.stderr.write(`mailbox: ${error.message}\n`));
  web.start(String(options.port), options.host, mailserver, undefined, undefined, undefined, { https: false });
  await once(web.server, 'listening');
  isOpen = true;

  return {
    url: `http://${options.host}:${portOf(web.server)}`,
    smtpPort: portOf(mailserver.smtp.server),
    async close() {
      for (const socket of smtpSockets) socket.destroy();
      await new Promise<void>((resolve) => web.close(resolve));
      await new Promise<void>((resolve) => mailserver.close(resolve));
      mailserver.removeAllListeners();
      isOpen = false;
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
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
function injectFaults(active: ActiveFaults): void {
  const { smtp } = mailserver;
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
