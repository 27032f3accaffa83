import { randomBytes } from 'node:crypto';
import type { RequestEntity } from '../request-rows/request.entity';

type Steps = Pick<RequestEntity, 'model' | 'colorModel' | 'coloredKey'>;

const CLIENT_REF_BYTES = 24;

/**
 * True if a job is at the first of its two steps. Colorization comes first because a restored photo is larger than models accept and would
 * be scaled down again.
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

/** SQL that splits a progress range between the two steps of request `r`. */
export function stepShareSql(from: number, to: number): { from: string; to: string } {
  const middle = Math.floor((from + to) / 2);
  return {
    from: `(CASE WHEN r.color_model IS NOT NULL AND r.colored_key IS NOT NULL THEN ${middle} ELSE ${from} END)`,
    to: `(CASE WHEN r.color_model IS NOT NULL AND r.colored_key IS NULL THEN ${middle} ELSE ${to} END)`,
  };
}
