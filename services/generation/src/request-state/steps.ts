import { randomBytes } from 'node:crypto';
import type { RequestEntity } from './request.entity';

type Steps = Pick<RequestEntity, 'model' | 'colorModel' | 'coloredKey'>;

const CLIENT_REF_BYTES = 24;

/**
 * Whether a job is at the first of its two steps. Colorization comes first because a restored photo is larger than models
 * accept and would be scaled down again.
 */
export function isIntermediate({ colorModel, coloredKey }: Steps): boolean {
  return colorModel != null && coloredKey == null;
}

/** The model of the job's current step. */
export function modelOf(row: Steps): string {
  return isIntermediate(row) && row.colorModel ? row.colorModel : row.model;
}

/** Each step has its own reference, so that callbacks of one are never attributed to the other. */
export function newClientRef(): string {
  return randomBytes(CLIENT_REF_BYTES).toString('base64url');
}

/** Splits a progress range between the two steps of a job. */
export function stepShare(row: Steps, from: number, to: number): { from: number; to: number } {
  if (row.colorModel == null) return { from, to };
  const middle = Math.floor((from + to) / 2);
  return isIntermediate(row) ? { from, to: middle } : { from: middle, to };
}
