import { generationCalls } from '@luit/contracts/generation/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AccountDeletionsService } from './account-deletions.service';
import { ErasuresService } from '../erasures/erasures.service';

/** Generation's steps of an account deletion. */
@Controller()
export class AccountDeletionsController {
  constructor(
    private readonly accountDeletions: AccountDeletionsService,
    private readonly erasures: ErasuresService,
  ) {}

  @OnCall(generationCalls.cancelUserRequests)
  cancelUserRequests({ userId }: { userId: string }): Promise<{ unfinished: number }> {
    return this.accountDeletions.cancelRequests(userId);
  }

  @OnCall(generationCalls.eraseRequests)
  eraseRequests({ userId }: { userId: string }): Promise<{ left: number }> {
    return this.erasures.eraseAll(userId);
  }

  @OnCall(generationCalls.deleteRequest)
  async deleteRequest(query: { userId: string; requestId: string }): Promise<Record<string, never>> {
    await this.erasures.deleteRequest(query);
    return {};
  }

  @OnCall(generationCalls.listErasableFiles)
  listErasableFiles({ requestId }: { requestId: string }): Promise<{ keys: string[] | null }> {
    return this.erasures.listFiles(requestId);
  }

  @OnCall(generationCalls.listUnusedImages)
  listUnusedImages({ keys }: { keys: string[] }): Promise<{ keys: string[] }> {
    return this.erasures.listUnusedImages(keys);
  }

  @OnCall(generationCalls.recordErased)
  async recordErased({ requestId }: { requestId: string }): Promise<Record<string, never>> {
    await this.erasures.recordErased(requestId);
    return {};
  }
}
