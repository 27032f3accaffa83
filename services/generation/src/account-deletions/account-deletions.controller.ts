import { generationCalls } from '@luit/contracts/generation/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AccountDeletionsService } from './account-deletions.service';
import { ErasuresService } from '../erasures/erasures.service';

/** Generation's part in closing an account. */
@Controller()
export class AccountDeletionsController {
  constructor(
    private readonly closings: AccountDeletionsService,
    private readonly erasures: ErasuresService,
  ) {}

  @OnCall(generationCalls.cancelUserRequests)
  close({ userId }: { userId: string }): Promise<{ unfinished: number }> {
    return this.closings.close(userId);
  }

  @OnCall(generationCalls.eraseRequests)
  eraseRequests({ userId }: { userId: string }): Promise<{ left: number }> {
    return this.erasures.request(userId);
  }

  @OnCall(generationCalls.deleteRequest)
  async deleteRequest(query: { userId: string; requestId: string }): Promise<Record<string, never>> {
    await this.erasures.requestOne(query);
    return {};
  }

  @OnCall(generationCalls.listErasableFiles)
  listErasableFiles({ requestId }: { requestId: string }): Promise<{ keys: string[] | null }> {
    return this.erasures.list(requestId);
  }

  @OnCall(generationCalls.listUnusedImages)
  listUnusedImages({ keys }: { keys: string[] }): Promise<{ keys: string[] }> {
    return this.erasures.listUnused(keys);
  }

  @OnCall(generationCalls.recordErased)
  async recordErased({ requestId }: { requestId: string }): Promise<Record<string, never>> {
    await this.erasures.record(requestId);
    return {};
  }
}
