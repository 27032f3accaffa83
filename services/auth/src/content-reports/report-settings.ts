import { DEFAULT_REPORT_LIMIT_HOURS } from '@luit/contracts/auth/content-report-limits';
import type { TakedownKind } from '@luit/contracts/generation/takedown-kinds';
import { takedownKind } from '@luit/contracts/generation/takedowns';
import { json } from '@luit/platform/config';
import { z } from 'zod';

/** Hours by kind. */
export type ReportLimitHours = Record<TakedownKind, number>;

const MAX_HOURS = 60 * 24;

/** `REPORT_LIMIT_HOURS`: hours by kind as JSON, for example {"grievance":72}. */
export const reportEnvironment = {
  REPORT_LIMIT_HOURS: json
    .pipe(z.partialRecord(takedownKind, z.int().min(1).max(MAX_HOURS)))
    .default({})
    .transform((set): ReportLimitHours => ({ ...DEFAULT_REPORT_LIMIT_HOURS, ...set })),
};
