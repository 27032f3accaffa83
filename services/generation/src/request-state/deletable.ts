import { LuitError } from '@luit/contracts/errors';
import { requestNotFound } from './request-locks';
import { HIDDEN, isFinal, type RequestState } from './request-states';
import type { RequestEntity } from './request.entity';

/** @throws LuitError `not_found` unless this is a job of the user */
export function requireOwner(row: RequestEntity, userId: string): void {
  if (row.userId !== userId || (HIDDEN as RequestState[]).includes(row.state)) throw requestNotFound();
}

/** @throws LuitError `conflict` while the job is unfinished, so it cannot be deleted */
export function requireFinished({ state }: RequestEntity): void {
  if (isFinal(state)) return;
  throw new LuitError('conflict', 'This request is still in progress. Cancel it before you delete it.');
}
