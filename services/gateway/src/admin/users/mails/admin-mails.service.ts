import type { MailsQuery } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { ReasonDto } from '../../reason.dto';

@Injectable()
export class AdminMailsService {
  constructor(private readonly calls: CallClient) {}

  list({ q: words, ...filter }: MailsQuery) {
    return this.calls.call(authCalls.listMails, { ...filter, words });
  }

  /** @throws LuitError `not_found` */
  get(id: string) {
    return this.calls.call(authCalls.getMail, { mailId: requireId(id) });
  }

  /** @throws LuitError `not_found`, `conflict` */
  async resend(adminId: string, id: string, { reason }: ReasonDto) {
    await this.calls.call(authCalls.resendMail, { mailId: requireId(id), adminId, reason });
    return {};
  }
}

function requireId(id: string): string {
  if (!isUUID(id)) throw new LuitError('not_found', 'Mail not found.');
  return id;
}
