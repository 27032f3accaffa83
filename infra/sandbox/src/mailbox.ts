import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import logger from 'maildev/lib/logger';
import mailserver from 'maildev/lib/mailserver';
import web from 'maildev/lib/web';
import type { ActiveFaults, FaultKind } from './faults';

export interface MailboxOptions {
  host: string;
  /** Web page and REST; 0 takes a free port. */
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
 * Takes every mail by SMTP and shows it in a web page and at `GET /email`; mails survive a restart in the folder.
 * maildev keeps its state in its module, so there is one mailbox in a process.
 */
export async function openMailbox(options: MailboxOptions, folder: string, faults: ActiveFaults): Promise<Mailbox> {
  if (isOpen) throw new Error('One mailbox is open in this process already');
  mkdirSync(folder, { recursive: true });
  logger.setLevel(0);
  // Port numbers go in as text, for maildev takes the number 0 as "not given".
  mailserver.create(String(options.smtpPort), options.host, folder);
  mailserver.loadMailsFromDirectory();
  misbehaveWhenAsked(faults);
  const { smtp } = mailserver;
  const smtpSockets = trackSockets(smtp.server);
  // maildev throws SMTP errors out of the event loop, where a busy port could not be told from a bug.
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

/** `lost_answer` takes the mail and then refuses it; every other fault refuses or delays the connection. */
function misbehaveWhenAsked(faults: ActiveFaults): void {
  const { smtp } = mailserver;
  const accept = smtp.onData.bind(smtp);
  smtp.onConnect = (_session, callback) => {
    const struck = faults.draw('mail').filter(({ name }) => name !== 'lost_answer');
    const slow = struck.find((fault) => fault.name === 'slow');
    const refusal = struck.find(({ name }) => name !== 'slow' && name !== 'never_finishes');
    if (struck.some(({ name }) => name === 'never_finishes')) return;
    setTimeout(() => callback(refusal && refused(refusal)), slow?.milliseconds ?? 0);
  };
  smtp.onData = (stream, session, callback) => {
    const isLost = faults.draw('mail').some(({ name }) => name === 'lost_answer');
    accept(stream, session, (error, message) =>
      isLost ? callback(refused({ name: 'lost_answer' })) : callback(error, message),
    );
  };
}

function refused(fault: FaultKind): Error & { responseCode: number } {
  const responseCode = fault.name === 'error' && fault.status >= 500 ? 554 : 421;
  return Object.assign(new Error('Service not available'), { responseCode });
}
