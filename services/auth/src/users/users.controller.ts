import { authCalls } from '@luit/contracts/auth/messages';
import type { User } from '@luit/contracts/auth/users';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { UsersService } from './users.service';

@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @OnCall(authCalls.getUser)
  getUser({ userId }: { userId: string }): Promise<User> {
    return this.users.get(userId);
  }

  @OnCall(authCalls.updateUser)
  updateUser({ userId, ...change }: RequestOf<typeof authCalls.updateUser>): Promise<User> {
    return this.users.update(userId, change);
  }

  @OnCall(authCalls.listDisabledAccounts)
  async listDisabled({ userIds }: { userIds: string[] }): Promise<{ userIds: string[] }> {
    return { userIds: await this.users.findInactive(userIds) };
  }

  @OnCall(authCalls.findUser)
  async findUser({ email }: { email: string }): Promise<{ userId: string | null }> {
    return { userId: await this.users.idOf(email) };
  }

  @OnCall(authCalls.getEmails)
  async getEmails({ userIds }: { userIds: string[] }): Promise<{ emails: Record<string, string> }> {
    return { emails: await this.users.emails(userIds) };
  }
}
