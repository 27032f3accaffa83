import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { shareToken } from '@luit/contracts/generation/share-links';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const SHARE_LINK = /\/(?:s|api\/shared)\/([\w-]+)/;

/** Finds the request that a reporter means. The reporter never learns whether there is one. */
@Injectable()
export class ReportedRequests {
  constructor(private readonly calls: CallClient) {}

  /** @param target a share link, a link that contains an id, or an id */
  async find(target: string): Promise<string | undefined> {
    const token = SHARE_LINK.exec(target)?.[1];
    if (token !== undefined && shareToken.safeParse(token).success) return this.ofShareLink(token);
    return ID.exec(target)?.[0].toLowerCase();
  }

  private async ofShareLink(token: string): Promise<string | undefined> {
    try {
      const { requestId } = await this.calls.call(generationCalls.openShareLink, { token });
      return requestId ?? undefined;
    } catch (error) {
      // A report must be stored in any case; an operator reads the link.
      if (error instanceof LuitError) return undefined;
      throw error;
    }
  }
}
