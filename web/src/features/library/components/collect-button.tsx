import { formatNumber } from '../../../lib/format';
import { plural, t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Dialog } from '@luit/ui/dialog';
import { toast } from '@luit/ui/toaster';
import { useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { libraryCopy } from '../copy';
import { collectionsQuery, useCollectionChanges } from '../use-collections';
import { BarButton } from './bar-button';
import { CollectionNameForm } from './collection-name-form';

interface CollectButtonProps {
  requestIds: string[];
  onDone: () => void;
}

/** Adds requests to a collection, or to a new one. */
export function CollectButton({ requestIds, onDone }: CollectButtonProps) {
  const { api } = useServices();
  const { data: collections = [] } = useQuery(collectionsQuery(api));
  const { create, add } = useCollectionChanges();
  const [isOpen, setOpen] = useState(false);
  const addTo = (collectionId: string, name: string): void =>
    add.mutate(
      { collectionId, requestIds },
      {
        onSuccess: () => {
          toast.success(added(requestIds.length, name));
          setOpen(false);
          onDone();
        },
      },
    );
  const createAndAdd = {
    mutate: (name: string, { onSuccess }: { onSuccess: () => void }) =>
      create.mutate(name, {
        onSuccess: (created) => {
          onSuccess();
          addTo(created.id, created.name);
        },
      }),
    isPending: create.isPending || add.isPending,
    error: create.error,
  };
  return (
    <>
      <BarButton
        label={t`Collect`}
        Icon={FolderPlus}
        disabled={requestIds.length === 0}
        onClick={() => setOpen(true)}
      />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={addTitle(requestIds.length)}
        description={t`Choose a collection, or create one.`}
      >
        {add.error && (
          <Alert tone="danger" className="mb-4">
            {messageOf(add.error, libraryCopy.collectionNotSaved)}
          </Alert>
        )}
        {collections.length > 0 && (
          <ul className="mb-6 grid max-h-72 gap-2 overflow-y-auto">
            {collections.map(({ id, name, size }) => (
              <li key={id}>
                <button
                  type="button"
                  disabled={add.isPending}
                  onClick={() => addTo(id, name)}
                  className="flex w-full cursor-pointer items-baseline justify-between gap-3 rounded-control border border-line px-4 py-3 text-left hover:border-ink disabled:opacity-60"
                >
                  <span className="min-w-0 font-semibold wrap-anywhere" dir="auto">
                    {name}
                  </span>
                  <span className="shrink-0 text-sm text-muted tabular-nums">{libraryCopy.collectionSize(size)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <CollectionNameForm label={t`Name of a new collection`} action={t`Create and add`} change={createAndAdd} />
      </Dialog>
    </>
  );
}

function addTitle(count: number) {
  const items = formatNumber(count);
  return plural(count, { one: `Add ${items} item to a collection`, other: `Add ${items} items to a collection` });
}

function added(count: number, name: string) {
  const items = formatNumber(count);
  return plural(count, { one: `${items} added to “${name}”`, other: `${items} added to “${name}”` });
}
