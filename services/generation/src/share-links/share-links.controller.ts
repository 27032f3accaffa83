import { generationCalls } from '@luit/contracts/generation/messages';
import type { ShareLink, SharedOutput } from '@luit/contracts/generation/share-links';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ShareLinksService } from './share-links.service';

@Controller()
export class ShareLinksController {
  constructor(private readonly shareLinks: ShareLinksService) {}

  @OnCall(generationCalls.getShareLink)
  async get(input: RequestOf<typeof generationCalls.getShareLink>): Promise<{ link: ShareLink | null }> {
    return { link: await this.shareLinks.find(input) };
  }

  @OnCall(generationCalls.putShareLink)
  async put(input: RequestOf<typeof generationCalls.putShareLink>): Promise<{ link: ShareLink }> {
    return { link: await this.shareLinks.put(input) };
  }

  @OnCall(generationCalls.revokeShareLink)
  async revoke(input: RequestOf<typeof generationCalls.revokeShareLink>): Promise<Record<string, never>> {
    await this.shareLinks.revoke(input);
    return {};
  }

  @OnCall(generationCalls.openShareLink)
  open({ token }: RequestOf<typeof generationCalls.openShareLink>): Promise<SharedOutput> {
    return this.shareLinks.open(token);
  }
}
