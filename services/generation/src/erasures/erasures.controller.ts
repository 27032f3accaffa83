import { generationCalls } from '@luit/contracts/generation/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ErasuresService } from './erasures.service';

@Controller()
export class ErasuresController {
  constructor(private readonly erasures: ErasuresService) {}

  @OnCall(generationCalls.eraseRequests)
  eraseAll({ userId }: { userId: string }): Promise<{ left: number }> {
    return this.erasures.eraseAll(userId);
  }

  @OnCall(generationCalls.deleteRequest)
  async deleteRequest(query: { userId: string; requestId: string }): Promise<Record<string, never>> {
    await this.erasures.deleteRequest(query);
    return {};
  }

  @OnCall(generationCalls.listErasableFiles)
  listFiles({ requestId }: { requestId: string }): Promise<{ keys: string[] | null; keptKeys: string[] }> {
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
