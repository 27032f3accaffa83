import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { DirectoryService, type UserSearch } from './directory.service';
import { UserCounts } from './user-counts';

@Controller()
export class DirectoryController {
  constructor(
    private readonly directory: DirectoryService,
    private readonly counts: UserCounts,
  ) {}

  @OnCall(authCalls.listUsers)
  listUsers(request: UserSearch): ReturnType<DirectoryService['list']> {
    return this.directory.list(request);
  }

  @OnCall(authCalls.findUsers)
  findUsers({ words }: { words: string }): Promise<{ userIds: string[] }> {
    return this.directory.find(words);
  }

  @OnCall(authCalls.searchUsers)
  searchUsers({ words }: { words: string }): ReturnType<DirectoryService['search']> {
    return this.directory.search(words);
  }

  @OnCall(authCalls.countUsers)
  countUsers(): Promise<{ total: number; today: number; active: number }> {
    return this.counts.current();
  }

  @OnCall(authCalls.listRegistrations)
  listRegistrations(request: { from: string; to: string }): Promise<{ days: { date: string; count: number }[] }> {
    return this.counts.registrations(request);
  }
}
