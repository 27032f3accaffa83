import { LuitError } from '@luit/contracts/errors';
import { EVIDENCE_DAYS } from '@luit/contracts/generation/limits';
import type { LockedRequest } from './locked-request';
import { requestNotFound } from './request-locks';
import { HIDDEN, isFinal, type RequestState } from '../request-rows/request-states';
import type { RequestEntity } from '../request-rows/request.entity';

/** @throws LuitError `not_found` unless this is a job of the user */
export function requireOwner(row: RequestEntity, userId: string): void {
  if (row.userId !== userId || (HIDDEN as RequestState[]).includes(row.state)) throw requestNotFound();
}

const EVIDENCE_MS = EVIDENCE_DAYS * 86_400_000;

/** @throws LuitError `not_finished` while the job is unfinished, `conflict` while its files are evidence of a takedown */
export function requireDeletable(request: LockedRequest): void {
  const { state, takedown } = request.row;
  if (!isFinal(state)) {
    throw new LuitError('not_finished', 'This request is still in progress. Cancel it before you delete it.');
  }
  if (takedown && !request.hasPassed(new Date(Date.parse(takedown.takenDownAt) + EVIDENCE_MS))) {
    const text = `We took this down and have to keep it as evidence for ${EVIDENCE_DAYS} days. You can delete it after that.`;
    throw new LuitError('conflict', text);
  }
}
