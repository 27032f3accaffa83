// maildev 2 ships no types. These cover the part that the mailbox uses.

declare module 'maildev/lib/mailserver' {
  import type { Server } from 'node:net';
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  type Callback = (error?: (Error & { responseCode?: number }) | null, message?: string) => void;
  interface Session {
    remoteAddress: string;
  }
  interface MailServer {
    /** Set by `create`. */
    smtp: EventEmitter & {
      server: Server;
      onConnect(session: Session, callback: Callback): void;
      onData(stream: Readable, session: Session, callback: Callback): void;
    };
    create(port: string, host: string, mailDirectory: string): void;
    listen(): Promise<void>;
    loadMailsFromDirectory(): void;
    close(callback: () => void): void;
    removeAllListeners(): void;
  }
  const mailserver: MailServer;
  export = mailserver;
}

declare module 'maildev/lib/web' {
  import type { Server } from 'node:http';
  import type mailserver from 'maildev/lib/mailserver';

  interface Web {
    /** Set by `start`. */
    server: Server;
    start(
      port: string,
      host: string,
      mail: typeof mailserver,
      user: string | undefined,
      password: string | undefined,
      basePathname: string | undefined,
      secure: { https: boolean },
    ): void;
    close(callback: () => void): void;
  }
  const web: Web;
  export = web;
}

declare module 'maildev/lib/logger' {
  const logger: { setLevel(level: 0 | 1 | 2): void };
  export = logger;
}
