import { generationCalls } from '@luit/contracts/generation/messages';
import type { TrashedView } from '@luit/contracts/http/trash';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { PageQuery } from '../../http/requests/page-query';
import { RequestViewCache } from '../requests/request-view-cache';
import { RequestViewsService } from '../requests/request-views.service';

/** Requests that one user deleted and can still take back. */
@Injectable()
export class TrashService {
  constructor(
    private readonly calls: CallClient,
    private readonly views: RequestViewsService,
    private readonly cache: RequestViewCache,
  ) {}

  async list(userId: string, page: PageQuery): Promise<{ items: TrashedView[]; nextCursor: string | null }> {
    const { items, nextCursor } = await this.calls.call(generationCalls.listTrash, { userId, ...page });
    return {
      items: items.map(({ request, eraseAt }) => ({ request: this.views.viewOf(request), eraseAt })),
      nextCursor,
    };
  }

  async move(userId: string, requestId: string): Promise<{ eraseAt: string }> {
    const moved = await this.calls.call(generationCalls.moveToTrash, { userId, requestId });
    this.cache.drop(requestId);
    return moved;
  }

  async takeBack(userId: string, requestId: string): Promise<void> {
    await this.calls.call(generationCalls.takeFromTrash, { userId, requestId });
  }
}
