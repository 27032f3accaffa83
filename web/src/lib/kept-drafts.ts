import { t } from '@lingui/core/macro';
import { tabStorage } from '@luit/ui/storage';

/** What a reload does to unsent work. */
export const afterReload = (): string =>
  tabStorage.keepsAll()
    ? t`Your video drafts are kept.`
    : t`Your browser saves no drafts, so copy what you wrote before you reload.`;
