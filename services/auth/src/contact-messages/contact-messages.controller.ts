import type { ContactMessage } from '@luit/contracts/auth/contact-messages';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import {
  type ContactMessageUpdate,
  ContactMessagesService,
  type ContactPost,
  type ContactSearch,
} from './contact-messages.service';

@Controller()
export class ContactMessagesController {
  constructor(private readonly messages: ContactMessagesService) {}

  @OnCall(authCalls.postContactMessage)
  async post(request: ContactPost): Promise<Record<string, never>> {
    await this.messages.post(request);
    return {};
  }

  @OnCall(authCalls.listContactMessages)
  list(request: ContactSearch): ReturnType<ContactMessagesService['list']> {
    return this.messages.list(request);
  }

  @OnCall(authCalls.markContactMessage)
  mark(request: ContactMessageUpdate): Promise<ContactMessage> {
    return this.messages.mark(request);
  }
}
