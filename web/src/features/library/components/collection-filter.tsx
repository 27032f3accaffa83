import { formatNumber } from '../../../lib/format';
import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Select } from '@luit/ui/select';
import { useQuery } from '@tanstack/react-query';
import { FolderCog } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { collectionsQuery } from '../use-collections';
import { CollectionsDialog } from './collections-dialog';

interface CollectionFilterProps {
  /** The id of the shown collection; empty for the whole library. */
  chosen: string;
  onChange: (id: string) => void;
}

/** Limits the library to one collection, and opens the list of collections. */
export function CollectionFilter({ chosen, onChange }: CollectionFilterProps) {
  const { api } = useServices();
  const collections = useQuery(collectionsQuery(api));
  const [isManaging, setManaging] = useState(false);
  const isKnown = collections.data?.some(({ id }) => id === chosen);
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-end gap-3">
      {collections.data && (collections.data.length > 0 || chosen !== '') && (
        <Select
          label={t`Collection`}
          value={chosen}
          className="w-full sm:w-72"
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t`Whole library`}</option>
          {chosen !== '' && !isKnown && <option value={chosen}>{t`Deleted collection`}</option>}
          {collections.data.map(({ id, name, size }) => (
            <option key={id} value={id}>
              {`${name} (${formatNumber(size)})`}
            </option>
          ))}
        </Select>
      )}
      {collections.isError && !collections.data && (
        <Alert tone="danger">{messageOf(collections.error, t`We couldn’t load your collections`)}</Alert>
      )}
      {collections.data && (
        <Button tone="secondary" icon={<FolderCog className="size-4" aria-hidden />} onClick={() => setManaging(true)}>
          {collections.data.length > 0 ? t`Manage collections` : t`Create a collection`}
        </Button>
      )}
      <CollectionsDialog
        collections={collections.data ?? []}
        isOpen={isManaging}
        onClose={() => setManaging(false)}
        onDeleted={(id) => id === chosen && onChange('')}
      />
    </div>
  );
}
