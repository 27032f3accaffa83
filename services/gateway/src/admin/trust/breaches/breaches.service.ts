import {
  type BreachAccountsBody,
  type BreachBody,
  type BreachDetails,
  type BreachEventBody,
  type BreachMailings,
  breachNoticeKind,
  type SendBreachNoticeBody,
} from '@luit/contracts/auth/breaches';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { ReasonDto } from '../../reason.dto';
import type { IdPageQuery } from '../../../http/requests/page-query';
import type { ExportedFile } from '../../../http/answers/exported-file';
import type { Identity } from '../../../access/identities/token.strategy';
import { csvExport } from '../../../http/answers/csv-files';

const PAGE = 500;
const COLUMNS = ['account', 'email', 'name', 'status'];

/** Breaches of personal data. */
@Injectable()
export class BreachesService {
  constructor(private readonly calls: CallClient) {}

  list({ limit, cursor }: IdPageQuery) {
    return this.calls.call(authCalls.listBreaches, { limit, cursor });
  }

  /** @throws LuitError `validation_failed` */
  record({ id: adminId }: Identity, input: BreachBody) {
    return answer(this.calls.call(authCalls.recordBreach, { adminId, ...input }));
  }

  /** @throws LuitError `not_found`, as the methods below do */
  get(id: string) {
    return answer(this.calls.call(authCalls.getBreach, { breachId: idOf(id) }));
  }

  /** @throws LuitError `validation_failed`, `conflict` */
  async addAccounts({ id: adminId }: Identity, id: string, input: BreachAccountsBody) {
    const request = { adminId, breachId: idOf(id), ...input };
    return { selection: await this.calls.call(authCalls.addBreachAccounts, request) };
  }

  /** @throws LuitError `conflict` */
  clear({ id: adminId }: Identity, id: string, { reason }: ReasonDto) {
    return answer(this.calls.call(authCalls.clearBreachAccounts, { adminId, breachId: idOf(id), reason }));
  }

  /** @throws LuitError `conflict` */
  saveNotice({ id: adminId }: Identity, id: string, name: string, text: string) {
    const kind = breachNoticeKind.safeParse(name).data;
    if (!kind) throw new LuitError('not_found', 'Notice not found');
    return answer(this.calls.call(authCalls.saveBreachNotice, { adminId, breachId: idOf(id), kind, text }));
  }

  /** @throws LuitError `conflict` */
  addEvent({ id: adminId }: Identity, id: string, { action, text }: BreachEventBody) {
    return answer(this.calls.call(authCalls.addBreachEvent, { adminId, breachId: idOf(id), action, text }));
  }

  async getMailings(id: string): Promise<{ mailings: BreachMailings }> {
    return { mailings: await this.calls.call(authCalls.getBreachMailings, { breachId: idOf(id) }) };
  }

  /** @throws LuitError `conflict`, `validation_failed` */
  async sendNotice({ id: adminId }: Identity, id: string, input: SendBreachNoticeBody): Promise<{ message: string }> {
    await this.calls.call(authCalls.sendBreachNotice, { adminId, breachId: idOf(id), ...input });
    return { message: 'The notice is being sent' };
  }

  file(id: string): Promise<ExportedFile> {
    const breachId = idOf(id);
    return csvExport({
      name: `breach-${breachId}.csv`,
      columns: COLUMNS,
      read: (cursor) => this.calls.call(authCalls.listBreachAccounts, { breachId, limit: PAGE, cursor }),
      toCells: ({ id: account, email, name, status }) => [account, email, name, status],
    });
  }
}

async function answer(call: Promise<BreachDetails>): Promise<{ breach: BreachDetails }> {
  return { breach: await call };
}

function idOf(id: string): string {
  if (!isUUID(id)) throw new LuitError('not_found', 'Breach not found');
  return id;
}
