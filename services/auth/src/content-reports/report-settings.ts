import { DEFAULT_REPORT_LIMIT_HOURS } from '@luit/contracts/auth/content-report-limits';
import type { TakedownKind } from '@luit/contracts/generation/takedown-kinds';
import { json } from '@luit/platform/config';
import { z } from 'zod';

/** Hours by kind. */
export type ReportLimitHours = Record<TakedownKind, number>;

const MAX_HOURS = 60 * 24;
const hours = z.int().min(1).max(MAX_HOURS).optional();

/** `REPORT_LIMIT_HOURS`: hours by kind as JSON, for example {"grievance":72}. */
export const reportEnvironment = {
  REPORT_LIMIT_HOURS: json
    .pipe(
      z.strictObject({
        intimate_imagery: hours,
        order: hours,
        unlawful: hours,
        grievance: hours,
        personal_data: hours,
      }),
    )
    .default({})
    .transform((set): ReportLimitHours => ({ ...DEFAULT_REPORT_LIMIT_HOURS, ...set })),
};
