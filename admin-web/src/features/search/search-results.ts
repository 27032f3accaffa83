import type { SearchPlace, SearchResult, SearchResults } from '@luit/contracts/http/admin-search';
import type { SearchGroup, SearchItem } from '@luit/ui/search-dialog';
import { USER_STATUS_LABELS } from '../../components/status-badge';
import { formatChange, formatDateTime, formatNumber, formatPaise, sentenceCase } from '../../lib/format';
import { jobTitle, stateLabel, TYPE_LABELS } from '../jobs/job-format';
import { ORDER_LABELS } from '../transactions/order-labels';

export interface ResultItem extends SearchItem {
  /** The page of what was found. */
  path: string;
}

export type ResultGroup = SearchGroup<ResultItem>;

const GROUPS: Record<SearchResult['kind'], string> = {
  user: 'Users',
  job: 'Jobs',
  order: 'Orders and payments',
  transaction: 'Transactions',
  promo_code: 'Promotional codes',
};

/** Within a sentence. */
export const PLACES: Record<SearchPlace, string> = {
  users: 'users',
  jobs: 'jobs',
  orders: 'orders and payments',
  promo_codes: 'promotional codes',
};

export interface NamedPage {
  label: string;
  path: string;
}

/** The pages whose name has a word that starts so. */
export function pagesNamed(text: string, pages: NamedPage[]): ResultGroup[] {
  const start = text.trim().toLowerCase();
  const items = pages
    .filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${start}`))
    .map(({ label, path }) => ({ key: `page ${label}`, title: label, details: 'Page', path }));
  return items.length > 0 ? [{ value: 'Pages', items }] : [];
}

/** What was found, by kind. */
export function groupsOf({ items }: SearchResults): ResultGroup[] {
  return (Object.keys(GROUPS) as SearchResult['kind'][])
    .map((kind) => ({ value: GROUPS[kind], items: items.filter((item) => item.kind === kind).map(toItem) }))
    .filter((group) => group.items.length > 0);
}

function toItem(result: SearchResult): ResultItem {
  const key = `${result.kind} ${result.id}`;
  switch (result.kind) {
    case 'user':
      return {
        key,
        title: result.email,
        details: [result.name, USER_STATUS_LABELS[result.status]].join(' · '),
        path: `/users/${result.id}`,
      };
    case 'job':
      return {
        key,
        title: jobTitle(result),
        details: [
          TYPE_LABELS[result.type],
          stateLabel(result.status),
          result.user_email ?? 'Guest',
          formatDateTime(result.created_at),
        ].join(' · '),
        path: `/jobs/${result.id}`,
      };
    case 'order':
      return {
        key,
        title: `${result.description}, ${formatPaise(result.amountPaise)}`,
        details: orderDetails(result),
        path: `/orders/${result.id}`,
      };
    case 'transaction':
      return {
        key,
        title: `${result.description}, ${formatChange(result.amount)} credits`,
        details: [result.user_email ?? 'Guest', formatDateTime(result.created_at)].join(' · '),
        path: `/transactions/${result.id}`,
      };
    case 'promo_code':
      return {
        key,
        title: result.code,
        details: [`${formatNumber(result.credits)} credits`, sentenceCase(result.state), result.reason].join(' · '),
        path: `/promo-codes/${result.id}`,
      };
  }
}

function orderDetails(order: Extract<SearchResult, { kind: 'order' }>): string {
  const facts = [
    ORDER_LABELS[order.state],
    order.payment_id,
    order.user_email ?? 'Guest',
    formatDateTime(order.created_at),
  ];
  return facts.filter(Boolean).join(' · ');
}
