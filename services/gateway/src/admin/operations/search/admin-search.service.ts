import { authCalls } from '@luit/contracts/auth/messages';
import { isPermitted } from '@luit/contracts/auth/operator-permissions';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { SearchPlace, SearchResult, SearchResults } from '@luit/contracts/http/admin-search';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import type { Operator } from '../../../access/identities/token.strategy';

type FoundAt = Partial<Record<SearchPlace, () => Promise<SearchResult[]>>>;

const MAX_PROMO_CODES = 5;

/** Searches users, jobs, orders and promotional codes at once. Each service compares whole ids, or beginnings of texts through an index. */
@Injectable()
export class AdminSearchService {
  private readonly log = new Logger(AdminSearchService.name);

  constructor(private readonly calls: CallClient) {}

  /** If a service does not answer, returns the results of the others. @throws the first error if none answers */
  async find({ role }: Operator, words: string): Promise<SearchResults> {
    const places: FoundAt = {
      users: () => this.users(words),
      jobs: () => this.jobs(words),
      orders: () => this.orders(words),
      ...(isPermitted(role, 'promo_codes.read') && { promo_codes: () => this.promoCodes(words) }),
    };
    const names = Object.keys(places) as SearchPlace[];
    const found = await Promise.allSettled(names.map((name) => places[name]?.() ?? []));
    const unavailable = names.filter((_, at) => found[at]?.status === 'rejected');
    const [failure] = found.filter((result) => result.status === 'rejected');
    if (failure && unavailable.length === names.length) throw failure.reason;
    if (failure) this.log.warn({ msg: 'Search is incomplete', unavailable, err: failure.reason as unknown });
    const items = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    return { items: await this.withEmails(items), unavailable };
  }

  private async users(words: string): Promise<SearchResult[]> {
    const { users } = await this.calls.call(authCalls.searchUsers, { words });
    return users.map(({ id, email, user_metadata: { name, status } }) => ({ kind: 'user', id, email, name, status }));
  }

  private async jobs(words: string): Promise<SearchResult[]> {
    const { items } = await this.calls.call(operationsCalls.searchJobs, { words });
    return items.map(({ id, user_id, prompt, type, status, created_at }) => {
      return { kind: 'job', id, user_id, prompt, type, status, created_at, user_email: null };
    });
  }

  private async orders(words: string): Promise<SearchResult[]> {
    const { orders, transactions } = await this.calls.call(billingCalls.searchOrders, { words });
    return [
      ...orders.map((order) => ({ kind: 'order' as const, ...order, user_email: null })),
      ...transactions.map((transaction) => ({ kind: 'transaction' as const, ...transaction, user_email: null })),
    ];
  }

  private async promoCodes(words: string): Promise<SearchResult[]> {
    const { items } = await this.calls.call(billingCalls.listPromoCodes, { words, limit: MAX_PROMO_CODES });
    return items.map(({ id, code, state, credits, reason }) => {
      return { kind: 'promo_code', id, code, state, credits, reason };
    });
  }

  private async withEmails(items: SearchResult[]): Promise<SearchResult[]> {
    const userIds = [...new Set(items.flatMap((item) => ('user_id' in item && item.user_id) || []))];
    if (userIds.length === 0) return items;
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds });
    return items.map((item) =>
      'user_id' in item ? { ...item, user_email: emails[item.user_id ?? ''] ?? null } : item,
    );
  }
}
