import type { IncidentPreview } from '@luit/contracts/auth/incident-mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { IncidentMailingsService } from './incident-mailings.service';
import { IncidentMailsService } from './incident-mails.service';

@Controller()
export class IncidentMailsController {
  constructor(
    private readonly mails: IncidentMailsService,
    private readonly mailings: IncidentMailingsService,
  ) {}

  @OnCall(authCalls.previewIncidentMails)
  preview(request: RequestOf<typeof authCalls.previewIncidentMails>): Promise<IncidentPreview> {
    return this.mails.preview(request);
  }

  @OnCall(authCalls.queueIncidentMails)
  async queue(request: RequestOf<typeof authCalls.queueIncidentMails>): Promise<{ mailingId: string }> {
    await this.mails.queue(request);
    return { mailingId: request.mailingId };
  }

  @OnCall(authCalls.listIncidentMailings)
  list(request: RequestOf<typeof authCalls.listIncidentMailings>): ReturnType<IncidentMailingsService['list']> {
    return this.mailings.list(request);
  }

  @OnCall(authCalls.getIncidentMailing)
  get(request: RequestOf<typeof authCalls.getIncidentMailing>): ReturnType<IncidentMailingsService['get']> {
    return this.mailings.get(request);
  }
}
