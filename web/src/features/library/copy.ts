import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '../../lib/format';

export const libraryCopy = {
  types: {
    get all() {
      return t`All types`;
    },
    get video() {
      return t`From a prompt`;
    },
    get image_video() {
      return t`From an image`;
    },
    get image() {
      return t`Images`;
    },
    get restore() {
      return t`Restored photos`;
    },
  },
  statuses: {
    get all() {
      return t`Any status`;
    },
    get completed() {
      return t`Ready`;
    },
    get processing() {
      return t`In progress`;
    },
    get failed() {
      return t`Failed or canceled`;
    },
  },
  collectionSize: (size: number) => {
    const items = formatNumber(size);
    return plural(size, { one: `${items} item`, other: `${items} items` });
  },
  get collectionNotSaved() {
    return t`This could not be saved. Please try again.`;
  },
} as const;
