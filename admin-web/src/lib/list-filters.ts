/** The filters of the lists, as the query of their URL names them, by the path of the list. */
export const LIST_FILTERS = {
  jobs: ['status', 'type', 'provider', 'user', 'within', 'from', 'to'],
  throughput: ['window', 'by'],
  alerts: ['state'],
  'dead-letters': ['service'],
  'refused-prompts': ['state', 'verdict', 'category', 'user'],
  messages: ['status'],
  callbacks: ['provider', 'state', 'from', 'to'],
  mails: ['state', 'kind', 'from', 'to'],
  users: ['status'],
  transactions: ['type', 'user'],
  'promo-codes': ['state'],
  webhooks: ['outcome'],
  disputes: ['state'],
  approvals: ['state'],
  'audit-log': ['action', 'operator', 'subject', 'user', 'views', 'from', 'to'],
} as const;
