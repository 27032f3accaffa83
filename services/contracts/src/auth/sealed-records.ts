import { z } from 'zod';
import { cursor, empty, id, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';

export const sealedRecord = z.object({
  /** Id of the account. */
  id,
  erasedAt: timestamp,
  /** When the record itself is deleted. */
  deleteAt: timestamp,
});
/** The part of a sealed record that operators see without opening it. */
export type SealedRecord = z.infer<typeof sealedRecord>;

const sealedSession = z.object({
  ip: z.string(),
  userAgent: z.string(),
  signedInAt: timestamp,
  lastUsedAt: timestamp,
  endedAt: timestamp.nullable(),
});

export const sealedAccount = z.object({
  email: z.string(),
  name: z.string(),
  signedUpAt: timestamp,
  signedUpIp: z.string().nullable(),
  lastSignInAt: timestamp.nullable(),
  /** Latest first. */
  sessions: z.array(sealedSession),
});
/** The content of a sealed record. */
export type SealedAccount = z.infer<typeof sealedAccount>;

export const sealedRecordCalls = {
  /** When the sealed record would be deleted if the account were erased now; null if nothing would be kept. */
  getSealedRetention: call('auth.getSealedRetention', {
    input: empty,
    output: z.object({ sealedUntil: timestamp.nullable() }),
  }),
  /** Latest erasure first. */
  listSealedRecords: call('auth.listSealedRecords', {
    isForOperators: true,
    input: z.object({ limit: pageSize, cursor }),
    output: page(sealedRecord),
  }),
  /** Recorded in the audit log. `not_found`, also after its date of deletion; `conflict` if AUTH_SECRET has changed since. */
  openSealedRecord: call('auth.openSealedRecord', {
    input: z.object({ adminId: id, userId: id, reason: operatorReason }),
    output: sealedRecord.extend({ account: sealedAccount }),
  }),
};
