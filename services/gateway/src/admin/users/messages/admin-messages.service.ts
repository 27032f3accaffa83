import type { ContactMessage, MessageMarkBody, MessagesQuery } from '@luit/contracts/auth/contact-messages';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { ContactMessageRow } from '@luit/contracts/http/contact-messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Identity } from '../../../access/identities/token.strategy';

export interface MessageChange {
  message: string;
  contactMessage: ContactMessageRow;
}

/** Messages from the contact page. */
@Injectable()
export class AdminMessagesService {
  constructor(private readonly calls: CallClient) {}

  async list({
    limit,
    cursor,
    status,
  }: MessagesQuery): Promise<CappedCount & { items: ContactMessageRow[]; nextCursor: string | null }> {
    const isAnswered = status === undefined ? undefined : status === 'answered';
    const { messages, ...page } = await this.calls.call(authCalls.listContactMessages, { limit, cursor, isAnswered });
    return { items: messages.map(rowOf), ...page };
  }

  /** @throws LuitError `not_found` */
  async mark(id: string, { answered }: MessageMarkBody, admin: Identity): Promise<MessageChange> {
    if (!isUUID(id)) throw new LuitError('not_found', 'Message not found.');
    const change = { messageId: id, adminId: admin.id, isAnswered: answered };
    const contactMessage = rowOf(await this.calls.call(authCalls.markContactMessage, change));
    return {
      message: answered ? 'The message has been marked as answered' : 'The message has been reopened',
      contactMessage,
    };
  }
}

function rowOf({ isUrgent, createdAt, answeredAt, answeredBy, ...message }: ContactMessage): ContactMessageRow {
  const answer = { answered_at: answeredAt, answered_by: answeredBy };
  return { ...message, is_urgent: isUrgent, created_at: createdAt, ...answer };
}
