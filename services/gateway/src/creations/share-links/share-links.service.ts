import { generationCalls } from '@luit/contracts/generation/messages';
import type { ShareLink, ShareLinkBody } from '@luit/contracts/generation/share-links';
import type { ShareLinkView } from '@luit/contracts/http/share-links';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import { sharedPageUrl } from './shared-urls';

/** Share links as the owners of requests see them. */
@Injectable()
export class ShareLinksService {
  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'webUrl'>,
  ) {}

  async find(userId: string, requestId: string): Promise<{ link: ShareLinkView | null }> {
    const { link } = await this.calls.call(generationCalls.getShareLink, { userId, requestId });
    return { link: link && this.view(link) };
  }

  async put(userId: string, requestId: string, settings: ShareLinkBody): Promise<{ link: ShareLinkView }> {
    const { link } = await this.calls.call(generationCalls.putShareLink, { userId, requestId, ...settings });
    return { link: this.view(link) };
  }

  async revoke(userId: string, requestId: string): Promise<void> {
    await this.calls.call(generationCalls.revokeShareLink, { userId, requestId });
  }

  private view({ token, ...link }: ShareLink): ShareLinkView {
    return { ...link, url: sharedPageUrl(this.config.webUrl, token) };
  }
}
