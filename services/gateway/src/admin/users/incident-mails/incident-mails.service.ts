import type {
  IncidentBody,
  IncidentMailing,
  IncidentMailsBody,
  IncidentRecipientsQuery,
} from '@luit/contracts/auth/incident-mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AccessRecorder } from '../../../access/audit/access-recorder';
import type { IdPageQuery } from '../../../http/requests/page-query';

@Injectable()
export class IncidentMailsService {
  constructor(
    private readonly calls: CallClient,
    private readonly access: AccessRecorder,
  ) {}

  /** The audit log keeps that the operator read the names. */
  async preview(adminId: string, selection: IncidentBody) {
    const preview = await this.calls.call(authCalls.previewIncidentMails, { adminId, selection });
    const details = { selection: preview.selection, rows: String(preview.recipients) };
    await this.access.record({ adminId, action: 'incident_mails_previewed', subject: preview.mailingId, details });
    return preview;
  }

  /** Repeating it has no further effect. @throws LuitError `not_found`, `conflict`, `validation_failed` */
  queue(adminId: string, input: IncidentMailsBody) {
    return this.calls.call(authCalls.queueIncidentMails, { adminId, ...input });
  }

  async list({ limit, cursor }: IdPageQuery) {
    const { items, ...page } = await this.calls.call(authCalls.listIncidentMailings, { limit, cursor });
    return { items: await this.withAdmins(items), ...page };
  }

  /** @throws LuitError `not_found` */
  async get(mailingId: string, { limit, cursor, state }: IncidentRecipientsQuery) {
    if (!isUUID(mailingId)) throw new LuitError('not_found', 'Mailing not found');
    const query = { mailingId, limit, cursor, state };
    const { mailing, ...page } = await this.calls.call(authCalls.getIncidentMailing, query);
    const [withAdmin] = await this.withAdmins([mailing]);
    return { mailing: { ...mailing, admin_email: withAdmin?.admin_email ?? '' }, ...page };
  }

  private async withAdmins(mailings: IncidentMailing[]) {
    const adminIds = [...new Set(mailings.map(({ adminId }) => adminId))];
    const { emails } = await this.calls.call(authCalls.getAdminEmails, { adminIds });
    return mailings.map((mailing) => ({ ...mailing, admin_email: emails[mailing.adminId] ?? '' }));
  }
}
