import type { MailKind } from '@luit/contracts/auth/mails';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { TakedownMailing } from '@luit/contracts/generation/takedowns';
import { OnEvent } from '@luit/platform/events/on-event';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailsService } from '../../records/queued-mails/mails.service';

/** Mails owners that their output was taken down, or is shown again, once per takedown and lift. Owners cannot turn these mails off. */
@Injectable()
export class TakedownMailer {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(generationEvents.outputTakenDown)
  queueTakedown(takedown: TakedownMailing, manager: EntityManager): Promise<void> {
    return this.queue(manager, 'output_taken_down', takedown);
  }

  @OnEvent(generationEvents.takedownLifted)
  queueLift(lift: TakedownMailing, manager: EntityManager): Promise<void> {
    return this.queue(manager, 'takedown_lifted', lift);
  }

  private queue(
    manager: EntityManager,
    kind: Extract<MailKind, 'output_taken_down' | 'takedown_lifted'>,
    { noticeId: id, requestId, type, ownerId, guest, kind: about, reason, credits }: TakedownMailing,
  ): Promise<void> {
    const owner = { userId: ownerId, email: guest?.email ?? null, language: guest?.language ?? null };
    const details = {
      requestId,
      type,
      kind: about,
      reason,
      ...(credits && { credits: String(credits) }),
      ...(guest && { accountId: guest.accountId }),
    };
    return this.mails.queueToOwner(manager, owner, { id, kind, details });
  }
}
