import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '../../lib/format';

export const collectionsCopy = {
  get filter() {
    return t`Collection`;
  },
  get all() {
    return t`Whole library`;
  },
  get deleted() {
    return t`Deleted collection`;
  },
  option: (name: string, size: number) => `${name} (${formatNumber(size)})`,
  size: (size: number) => {
    const items = formatNumber(size);
    return plural(size, { one: `${items} item`, other: `${items} items` });
  },
  get manage() {
    return t`Manage collections`;
  },
  get first() {
    return t`Create a collection`;
  },
  get failed() {
    return t`We couldn’t load your collections`;
  },
  get title() {
    return t`Collections`;
  },
  get lead() {
    return t`Group videos and photos. They stay in your library, and each can be in several collections.`;
  },
  get newName() {
    return t`Name of a new collection`;
  },
  newNameOf: (name: string) => t`New name of ${name}`,
  get create() {
    return t`Create`;
  },
  get save() {
    return t`Save`;
  },
  get cancel() {
    return t`Cancel`;
  },
  rename: (name: string) => t`Rename ${name}`,
  delete: (name: string) => t`Delete ${name}`,
  get deleteHint() {
    return t`Its videos and photos stay in your library.`;
  },
  get keep() {
    return t`Keep it`;
  },
  get confirmDelete() {
    return t`Delete collection`;
  },
  get notSaved() {
    return t`This could not be saved. Please try again.`;
  },
  get add() {
    return t`Add to collection`;
  },
  addTitle: (count: number) => {
    const items = formatNumber(count);
    return plural(count, { one: `Add ${items} item to a collection`, other: `Add ${items} items to a collection` });
  },
  get addLead() {
    return t`Choose a collection, or create one.`;
  },
  get createAndAdd() {
    return t`Create and add`;
  },
  added: (count: number, name: string) => {
    const items = formatNumber(count);
    return plural(count, { one: `${items} added to “${name}”`, other: `${items} added to “${name}”` });
  },
  get remove() {
    return t`Remove from collection`;
  },
  removed: (count: number) => {
    const items = formatNumber(count);
    return plural(count, {
      one: `${items} removed from the collection`,
      other: `${items} removed from the collection`,
    });
  },
} as const;
