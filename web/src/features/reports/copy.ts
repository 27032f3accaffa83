import type { ReportState } from '@luit/contracts/auth/content-reports';
import { t } from '@lingui/core/macro';

export const REPORT_STATES: Record<ReportState, () => string> = {
  open: () => t`A person will look at it`,
  taken_down: () => t`We took it down`,
  rejected: () => t`We did not take it down`,
  answered: () => t`We answered`,
};
