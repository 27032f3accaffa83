import type { RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { CONFIG, type WorkerConfig } from '../config';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with credentials if the server needs them. */
  smtpUrl: string;
  from: string;
}

const TIMEOUT_MS = 10_000;
/** Retry delay after the server rejected a mail permanently. */
const REJECTED_PAUSE_MS = 15 * 60 * 1000;

/** Sends auth's mails. Auth decides what is due: a mail stays due until it is marked as sent or its link expires. */
@Injectable()
export class MailsService implements OnApplicationShutdown {
  private readonly log = new Logger(MailsService.name);
  private readonly settings: MailSettings;
  private readonly transport: Transporter;

  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) { mail }: Pick<WorkerConfig, 'mail'>,
  ) {
    this.settings = mail;
    this.transport = createTransport({
      ...serverOf(mail.smtpUrl),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** @throws if the server is unreachable, so that the queue retries */
  async send(mailId: string): Promise<JobResult> {
    const mail = await this.calls.call(authCalls.renderMail, { mailId });
    if (!mail) return { action: 'done' };
    if (!(await this.deliver(mailId, mail))) return { action: 'reschedule', delayMs: REJECTED_PAUSE_MS };
    await this.calls.call(authCalls.markMailSent, { mailId });
    return { action: 'done' };
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }

  /** False if the server rejects this mail. A resent mail has the same Message-ID, so mailboxes can drop the duplicate. */
  private async deliver(mailId: string, mail: RenderedMail): Promise<boolean> {
    const { from } = this.settings;
    const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
    try {
      await this.transport.sendMail({ ...mail, from, messageId: `<${mailId}@${domain}>` });
      return true;
    } catch (error) {
      const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
      if (responseCode < 500 || !['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)) throw error;
      this.log.error({ msg: 'The mail server rejected a mail', mailId, responseCode, command });
      return false;
    }
  }
}

function serverOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined;
  return { host: hostname, port: port ? Number(port) : secure ? 465 : 587, secure, auth };
}
