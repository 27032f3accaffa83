import { z } from 'zod';
import { cursor, empty, id, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';

export const retainedRecord = z.object({
  /** Id of the account. */
  id,
  erasedAt: timestamp,
  /** When the record itself is deleted. */
  deleteAt: timestamp,
});
/** The part of a retained record that operators see without opening it. */
export type RetainedRecord = z.infer<typeof retainedRecord>;

const retainedSession = z.object({
  ip: z.string(),
  userAgent: z.string(),
  signedInAt: timestamp,
  lastUsedAt: timestamp,
  endedAt: timestamp.nullable(),
});

export const retainedAccount = z.object({
  email: z.string(),
  name: z.string(),
  signedUpAt: timestamp,
  signedUpIp: z.string().nullable(),
  lastSignInAt: timestamp.nullable(),
  /** Latest first. */
  sessions: z.array(retainedSession),
});
/** The content of a retained record. */
export type RetainedAccount = z.infer<typeof retainedAccount>;

export const retainedRecordCalls = {
  /** When the retained record would be deleted if the account were erased now; null if nothing would be kept. */
  getRecordRetention: call('auth.getRecordRetention', {
    input: empty,
    output: z.object({ sealedUntil: timestamp.nullable() }),
  }),
  /** Latest erasure first. */
  listRetainedRecords: call('auth.listRetainedRecords', {
    isForOperators: true,
    input: z.object({ limit: pageSize, cursor }),
    output: page(retainedRecord),
  }),
  /** Recorded in the audit log. `not_found`, also after its date of deletion; `conflict` if AUTH_SECRET has changed since. */
  openRetainedRecord: call('auth.openRetainedRecord', {
    input: z.object({ adminId: id, userId: id, reason: operatorReason }),
    output: retainedRecord.extend({ account: retainedAccount }),
  }),
};
