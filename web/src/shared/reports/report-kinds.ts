import { t } from '@lingui/core/macro';
import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';

/** What a report is about, in the order of the form. */
export const REPORT_KINDS: Record<TakedownKind, () => string> = {
  intimate_imagery: () => t`Intimate images, or a child is harmed`,
  unlawful: () => t`Unlawful or harmful, or it pretends to be me`,
  personal_data: () => t`My personal data`,
  order: () => t`Order of a court or government`,
  grievance: () => t`Another complaint`,
};
