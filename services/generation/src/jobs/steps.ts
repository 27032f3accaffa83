import { randomBytes } from 'node:crypto';
import type { RequestEntity } from '../requests/request.entity';

type Steps = Pick<RequestEntity, 'model' | 'colorModel' | 'coloredKey'>;

const CLIENT_REF_BYTES = 24;

/**
 * Whether a job is at the first of its two steps. Colours come first, although restoring is what was asked for: a
 * restored photo is larger than models take, and would be made small again.
 */
export function isIntermediate({ colorModel, coloredKey }: Steps): boolean {
  return colorModel != null && coloredKey == null;
}

/** The model of the step that a job is at. */
export function modelOf(row: Steps): string {
  return isIntermediate(row) && row.colorModel ? row.colorModel : row.model;
}

/** Each task has one of its own, so that what tells of one step is never taken for the other. */
export function newClientRef(): string {
  return randomBytes(CLIENT_REF_BYTES).toString('base64url');
}

/** Two steps share what lies between two moments of the progress that is shown. */
export function stepShare(row: Steps, from: number, to: number): { from: number; to: number } {
  if (row.colorModel == null) return { from, to };
  const middle = Math.floor((from + to) / 2);
  return isIntermediate(row) ? { from, to: middle } : { from: middle, to };
}
