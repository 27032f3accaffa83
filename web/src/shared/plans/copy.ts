import { t } from '@lingui/core/macro';

export const planCopy = {
  get promptLabel() {
    return t`Video prompt`;
  },
  get plansLegend() {
    return t`Duration and quality`;
  },
  get loadFailed() {
    return t`Unable to load video plans. Please refresh the page.`;
  },
} as const;
