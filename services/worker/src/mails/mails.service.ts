import { MAX_MAIL_ERROR, mailJob } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Mailer } from '@luit/platform/mails/mailer';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type WorkerConfig } from '../config';

/** Retry delay after the mail server permanently rejected a mail. */
const REJECTED_PAUSE_MS = 15 * 60 * 1000;

/** Sends auth's mails. Auth decides what is due: a mail stays due until it is marked as sent or its link expires. */
@Injectable()
export class MailsService implements OnApplicationShutdown {
  private readonly log = new Logger(MailsService.name);
  private readonly mailer: Mailer;

  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) { mail }: Pick<WorkerConfig, 'mail'>,
  ) {
    this.mailer = new Mailer(mail);
  }

  /** Reports a failure to auth, for operators. @throws if the server is unreachable, so that the queue retries */
  @OnJob(mailJob, { concurrency: 4 })
  async send(mailId: string): Promise<JobResult> {
    const mail = await this.calls.call(authCalls.renderMail, { mailId });
    if (!mail) return { action: 'done' };
    try {
      await this.mailer.send(mailId, mail);
    } catch (error) {
      await this.calls.call(authCalls.recordMailFailure, { mailId, error: reasonOf(error) });
      if (!isRejection(error)) throw error;
      const { responseCode, command } = error as SmtpError;
      this.log.error({ msg: 'The mail server rejected a mail', mailId, responseCode, command });
      return { action: 'reschedule', delayMs: REJECTED_PAUSE_MS };
    }
    await this.calls.call(authCalls.markMailSent, { mailId });
    return { action: 'done' };
  }

  onApplicationShutdown(): void {
    this.mailer.close();
  }
}

interface SmtpError {
  responseCode?: number;
  command?: string;
}

/** The server rejects this mail, now and later. */
function isRejection(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as SmtpError;
  return responseCode >= 500 && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_MAIL_ERROR);
}
