import type { Permission } from './operator-permissions';

interface OperatorList {
  /** What a role must permit to see the list and its saved views. */
  permission: Permission;
  /** Its filters, as the query of its URL names them. */
  filters: readonly string[];
  hasSearch?: true;
  /** Columns that it can be sorted by. */
  sorts?: readonly string[];
}

/** The lists of operators that have filters, by their path in the operators' app. */
export const OPERATOR_LISTS = {
  jobs: {
    permission: 'jobs.read',
    filters: ['status', 'type', 'provider', 'user', 'within', 'from', 'to'],
    hasSearch: true,
    sorts: ['age'],
  },
  throughput: { permission: 'operations.read', filters: ['window', 'by'] },
  alerts: { permission: 'operations.read', filters: ['state'] },
  'dead-letters': { permission: 'operations.read', filters: ['service'] },
  'refused-prompts': { permission: 'safety.review', filters: ['state', 'verdict', 'category', 'user'] },
  messages: { permission: 'messages.read', filters: ['status'] },
  callbacks: { permission: 'jobs.read', filters: ['provider', 'state', 'from', 'to'], hasSearch: true },
  mails: { permission: 'mails.read', filters: ['state', 'kind', 'from', 'to'], hasSearch: true },
  users: {
    permission: 'users.read',
    filters: ['status'],
    hasSearch: true,
    sorts: ['email', 'created_at', 'last_sign_in_at'],
  },
  transactions: {
    permission: 'transactions.read',
    filters: ['type', 'user'],
    hasSearch: true,
    sorts: ['created_at', 'amount'],
  },
  'promo-codes': {
    permission: 'promo_codes.read',
    filters: ['state'],
    hasSearch: true,
    sorts: ['code', 'redemptions', 'ends_at', 'created_at'],
  },
  webhooks: { permission: 'transactions.read', filters: ['outcome'], hasSearch: true },
  disputes: { permission: 'transactions.read', filters: ['state'], hasSearch: true },
  approvals: { permission: 'approvals.read', filters: ['state'] },
  'audit-log': { permission: 'audit_log.read', filters: ['action', 'subject', 'user'] },
} as const satisfies Record<string, OperatorList>;

export type OperatorListName = keyof typeof OPERATOR_LISTS;

export const OPERATOR_LIST_NAMES = Object.keys(OPERATOR_LISTS) as OperatorListName[];

/** The names in a view of this list: search, sorting and filters. */
export function viewParamNames(list: OperatorListName): string[] {
  const { filters, hasSearch, sorts }: OperatorList = OPERATOR_LISTS[list];
  return [...(hasSearch ? ['q'] : []), ...(sorts ? ['sort'] : []), ...filters];
}

/** What a view contains that its list does not have, for example because a newer release removed a filter. */
export function unknownViewParams(list: OperatorListName, params: Record<string, string>): string[] {
  const { sorts = [] }: OperatorList = OPERATOR_LISTS[list];
  const names = viewParamNames(list);
  return Object.entries(params)
    .filter(([name, value]) => !names.includes(name) || (name === 'sort' && !sorts.includes(value.replace(/^-/, ''))))
    .map(([name]) => name);
}
