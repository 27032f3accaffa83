import type { RenderedMail } from '@luit/contracts/auth/mails';
import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with credentials if the server needs them. */
  smtpUrl: string;
  from: string;
}

/** Variables of the processes that send mails. */
export const mailEnvironment = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
};

export function mailSettings(values: { SMTP_URL: string; MAIL_FROM: string }): MailSettings {
  return { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM };
}

const TIMEOUT_MS = 10_000;

/** Sends mails to the mail server. */
export class Mailer {
  private readonly transport: Transporter;

  constructor(private readonly settings: MailSettings) {
    this.transport = createTransport({
      ...serverOf(settings.smtpUrl),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** A repeated attempt has the same Message-ID, so that mailboxes can drop the duplicate. @throws Error if the server does not accept it */
  async send(mailId: string, { messageId = mailId, ...mail }: RenderedMail): Promise<void> {
    const { from } = this.settings;
    const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
    await this.transport.sendMail({ ...mail, from, messageId: `<${messageId}@${domain}>` });
  }

  close(): void {
    this.transport.close();
  }
}

function serverOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined;
  return { host: hostname, port: port ? Number(port) : secure ? 465 : 587, secure, auth };
}
