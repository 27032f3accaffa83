import type { SchemaDeclaration } from './declarations';

/** Every column of the schema `audit`. */
export const auditData = {
  chain: { other: 'sequence entry_id linked_at personal_digest previous_hash hash' },
  entries: {
    purpose: 'prove what operators did',
    personal: {
      admin_id: 'operator',
      admin_email: 'operator',
      subject: 'account',
      details: 'message',
      created_at: 'activity',
    },
    other: 'id action salt',
  },
  head: { other: 'id sequence hash' },
} as const satisfies SchemaDeclaration;
