import { plural, t } from '@lingui/core/macro';
import type { StorageUsage } from '@luit/contracts/generation/storage-usage';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';
import { useServices } from '../../../lib/services';
import { formatNumber } from '../../../lib/format';
import { formatSize } from '../../../lib/format-size';
import { STORAGE_KEY } from '../../../shared/requests/use-trash';

function storageQuery(api: ApiClient) {
  return queryOptions({ queryKey: STORAGE_KEY, queryFn: () => api.call<StorageUsage>('/api/storage-usage') });
}

/** How much storage the user's videos and photos use, and what the number does not include; nothing for an empty library. */
export function StorageUsed() {
  const { api } = useServices();
  const { data } = useQuery(storageQuery(api));
  if (!data || data.total.items === 0) return null;
  const { total, trash } = data;
  return (
    <p className="mt-1.5 max-w-72 border-t border-line px-3 py-2 text-sm text-muted tabular-nums">
      {trash.items > 0
        ? takenUpWithTrash(total.items, formatSize(total.bytes), trash.items)
        : takenUp(total.items, formatSize(total.bytes))}{' '}
      {t`Images you uploaded and thumbnails are not counted.`}
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
