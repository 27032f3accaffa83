import type { StorageUsage } from '@luit/contracts/generation/storage-usage';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';
import { useServices } from '../../../lib/services';
import { libraryCopy } from '../copy';
import { formatSize } from '../../../lib/format-size';
import { STORAGE_KEY } from '../use-trash';

function storageQuery(api: ApiClient) {
  return queryOptions({ queryKey: STORAGE_KEY, queryFn: () => api.call<StorageUsage>('/api/storage-usage') });
}

/** How much the user's videos and photos take up, and what the number does not include. Nothing until it is known, and for an empty library. */
export function StorageUsed() {
  const { api } = useServices();
  const { data } = useQuery(storageQuery(api));
  if (!data || data.total.items === 0) return null;
  const { total, trash } = data;
  return (
    <p className="text-sm text-muted tabular-nums">
      {trash.items > 0
        ? libraryCopy.storageWithTrash(total.items, formatSize(total.bytes), trash.items)
        : libraryCopy.storage(total.items, formatSize(total.bytes))}{' '}
      <span className="inline-block">{libraryCopy.storageHint}</span>
    </p>
  );
}
