import { plural, t } from '@lingui/core/macro';
import type { StorageUsage } from '@luit/contracts/generation/storage-usage';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ApiClient } from '../../../lib/api-client';
import { useServices } from '../../../lib/services';
import { formatNumber } from '../../../lib/format';
import { formatSize } from '../../../lib/format-size';
import { STORAGE_KEY } from '../use-trash';

const NOTHING = { items: 0, bytes: 0 };
const NONE: StorageUsage = { total: NOTHING, trash: NOTHING };

function storageQuery(api: ApiClient) {
  return queryOptions({ queryKey: STORAGE_KEY, queryFn: () => api.call<StorageUsage>('/api/storage-usage') });
}

/**
 * How much storage the user's videos and photos use, and what the number does not include. It reserves its space from the beginning, so
 * that nothing moves when the number arrives, but stays invisible until then and for an empty library.
 */
export function StorageUsed() {
  const { api } = useServices();
  const { data } = useQuery(storageQuery(api));
  const { total, trash } = data ?? NONE;
  return (
    <p className={clsx('text-sm text-muted tabular-nums', total.items === 0 && 'invisible')}>
      {trash.items > 0
        ? takenUpWithTrash(total.items, formatSize(total.bytes), trash.items)
        : takenUp(total.items, formatSize(total.bytes))}{' '}
      <span className="inline-block">{t`Images you uploaded and thumbnails are not counted.`}</span>
    </p>
  );
}

function takenUp(count: number, size: string): string {
  const items = formatNumber(count);
  return plural(count, { one: `${items} item takes up ${size}.`, other: `${items} items take up ${size}.` });
}

function takenUpWithTrash(count: number, size: string, inTrash: number): string {
  const items = formatNumber(count);
  const itemsInTrash = formatNumber(inTrash);
  return plural(count, {
    one: `${items} item takes up ${size}, ${itemsInTrash} of them in the trash.`,
    other: `${items} items take up ${size}, ${itemsInTrash} of them in the trash.`,
  });
}
