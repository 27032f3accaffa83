import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '../../lib/format';

export const collectionsCopy = {
  size: (size: number) => {
    const items = formatNumber(size);
    return plural(size, { one: `${items} item`, other: `${items} items` });
  },
  get newName() {
    return t`Name of a new collection`;
  },
  get notSaved() {
    return t`This could not be saved. Please try again.`;
  },
} as const;
