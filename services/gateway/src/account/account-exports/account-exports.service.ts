import { accountExport } from '@luit/contracts/auth/account-export';
import { authCalls } from '@luit/contracts/auth/messages';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import { creditTransaction, type CreditTransaction } from '@luit/contracts/billing/transactions';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import type { TrashedRequest } from '@luit/contracts/generation/trash';
import { requestView, type RequestView } from '@luit/contracts/http/requests';
import { trashedView } from '@luit/contracts/http/trash';
import { id, timestamp } from '@luit/contracts/messages/fields';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type GatewayConfig } from '../../config';
import type { Identity } from '../../access/identities/token.strategy';
import { RequestViewsService } from '../../creations/requests/request-views.service';

const PAGE = 100;
const MAX_ITEMS = 1_000;

export const exportedAccount = accountExport.extend({
  exported_at: timestamp,
  transactions: z.array(creditTransaction),
  /** Their file links are valid for at least one hour. */
  requests: z.array(requestView),
  /** The usage of test keys, which costs nothing. Tests are deleted after a day. */
  test_transactions: z.array(creditTransaction),
  test_requests: z.array(requestView),
  /** Requests in the trash, which are not among the others. */
  trash: z.array(trashedView),
  /** Ids of the requests that are marked as favorites. */
  favorites: z.array(id),
  /** Ids of the requests that have a share link. */
  shared: z.array(id),
  collections: z.array(
    z.object({
      id,
      name: z.string(),
      createdAt: timestamp,
      /** Ids of the requests in it, including the trash. */
      requestIds: z.array(id),
    }),
  ),
});
type ExportedAccount = z.infer<typeof exportedAccount>;
type ExportedCollection = ExportedAccount['collections'][number];

/** Collects an account's data from every service that stores some. */
@Injectable()
export class AccountExportsService {
  constructor(
    private readonly calls: CallClient,
    private readonly views: RequestViewsService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  request({ id }: Identity): Promise<object> {
    return this.calls.call(authCalls.requestExport, { userId: id });
  }

  /** Redeems the token last, so that a failing service does not invalidate the link. */
  async download(token: string): Promise<ExportedAccount> {
    const copy = await this.calls.call(authCalls.readExport, { token });
    const userId = copy.account.id;
    const testAccountId = testAccountOf(userId);
    const [transactions, { requests, ...marks }, testTransactions, tests, trash, collections] = await Promise.all([
      this.transactionsOf(userId),
      this.libraryOf(userId),
      this.transactionsOf(testAccountId),
      this.libraryOf(testAccountId),
      this.trashOf(userId),
      this.collectionsOf(userId),
    ]);
    const lists = [transactions, requests, testTransactions, tests.requests, trash];
    const rows = lists.reduce((sum, list) => sum + list.length, 0);
    await this.calls.call(authCalls.closeExport, { token, rows });
    return {
      ...copy,
      exported_at: new Date().toISOString(),
      transactions,
      requests: requests.map((r) => this.view(r)),
      test_transactions: testTransactions,
      test_requests: tests.requests.map((r) => this.view(r)),
      trash: trash.map(({ request, eraseAt }) => ({ request: this.view(request), eraseAt })),
      ...marks,
      collections,
    };
  }

  private async transactionsOf(userId: string): Promise<CreditTransaction[]> {
    const all: CreditTransaction[] = [];
    for (;;) {
      const page = { userId, limit: PAGE, offset: all.length };
      const { transactions, total } = await this.calls.call(billingCalls.listTransactions, page);
      all.push(...transactions);
      if (transactions.length === 0 || all.length >= total) return all;
    }
  }

  private async libraryOf(
    userId: string,
  ): Promise<{ requests: RequestRecord[]; favorites: string[]; shared: string[] }> {
    const pages = await allPages((cursor) =>
      this.calls.call(generationCalls.listRequests, { userId, limit: PAGE, cursor }),
    );
    return {
      requests: pages.flatMap(({ requests }) => requests),
      favorites: pages.flatMap(({ favorites }) => favorites),
      shared: pages.flatMap(({ shared }) => shared),
    };
  }

  private async trashOf(userId: string): Promise<TrashedRequest[]> {
    const pages = await allPages((cursor) =>
      this.calls.call(generationCalls.listTrash, { userId, limit: PAGE, cursor }),
    );
    return pages.flatMap(({ items }) => items);
  }

  private async collectionsOf(userId: string): Promise<ExportedCollection[]> {
    const { collections } = await this.calls.call(generationCalls.listCollections, { userId });
    const exported: ExportedCollection[] = [];
    for (const { id: collectionId, name, createdAt } of collections) {
      const pages = await allPages((cursor) =>
        this.calls.call(generationCalls.listCollectionItems, { userId, collectionId, limit: MAX_ITEMS, cursor }),
      );
      const requestIds = pages.flatMap((page) => page.requestIds);
      exported.push({ id: collectionId, name, createdAt, requestIds });
    }
    return exported;
  }

  /** Makes links absolute, because the export is opened outside the site. */
  private view(record: RequestRecord): RequestView {
    const view = this.views.viewOf(record);
    const absolute = (link: string | null) => link && new URL(link, this.config.webUrl).href;
    return {
      ...view,
      outputUrl: absolute(view.outputUrl),
      videoUrl: absolute(view.videoUrl),
      image_url: absolute(view.image_url),
      imageUrl: absolute(view.imageUrl),
      lastImageUrl: absolute(view.lastImageUrl),
      posterUrl: absolute(view.posterUrl),
      lateOutput: absolute(view.lateOutput),
    };
  }
}

async function allPages<Page extends { nextCursor: string | null }>(
  load: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}
