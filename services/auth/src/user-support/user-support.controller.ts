import { authCalls } from '@luit/contracts/auth/messages';
import type { UserNote } from '@luit/contracts/auth/user-support';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { UserSupportService } from './user-support.service';

@Controller()
export class UserSupportController {
  constructor(private readonly support: UserSupportService) {}

  @OnCall(authCalls.signOutUser)
  signOut(request: { userId: string; adminId: string; reason: string }): Promise<{ sessions: number }> {
    return this.support.signOut(request);
  }

  @OnCall(authCalls.resendConfirmationOf)
  async resendConfirmation(request: { userId: string; adminId: string }): Promise<Record<string, never>> {
    await this.support.resendConfirmation(request);
    return {};
  }

  @OnCall(authCalls.addUserNote)
  addNote(request: { userId: string; adminId: string; text: string }): Promise<UserNote> {
    return this.support.addNote(request);
  }

  @OnCall(authCalls.listUserNotes)
  listNotes(query: RequestOf<typeof authCalls.listUserNotes>): ReturnType<UserSupportService['listNotes']> {
    return this.support.listNotes(query);
  }
}
