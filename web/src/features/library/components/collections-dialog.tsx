import { t } from '@lingui/core/macro';
import type { Collection } from '@luit/contracts/generation/collections';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { libraryCopy } from '../copy';
import { collectionsQuery, useCollectionChanges } from '../use-collections';
import { CollectionNameForm } from './collection-name-form';

interface CollectionsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onDeleted: (id: string) => void;
}

/** Creates, renames and deletes collections. */
export function CollectionsDialog({ isOpen, onClose, onDeleted }: CollectionsDialogProps) {
  const { api } = useServices();
  const { data: collections = [], isError, error } = useQuery(collectionsQuery(api));
  const { create } = useCollectionChanges();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Collections`}
      description={t`Group videos and photos. They stay in your library, and each can be in several collections.`}
    >
      {isError && collections.length === 0 && (
        <Alert tone="danger" className="mb-4">
          {messageOf(error, t`We couldn’t load your collections`)}
        </Alert>
      )}
      <CollectionNameForm label={t`Name of a new collection`} action={t`Create`} change={create} />
      {collections.length > 0 && (
        <ul className="mt-6 divide-y divide-line border-y border-line">
          {collections.map((collection) => (
            <CollectionRow key={collection.id} collection={collection} onDeleted={onDeleted} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface CollectionRowProps {
  collection: Collection;
  onDeleted: (id: string) => void;
}

function CollectionRow({ collection: { id, name, size }, onDeleted }: CollectionRowProps) {
  const { rename, remove } = useCollectionChanges(onDeleted);
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const show = () => setMode('shown');
  if (mode === 'renaming') {
    const change = {
      ...rename,
      mutate: (next: string, { onSuccess }: { onSuccess: () => void }) =>
        rename.mutate({ id, name: next }, { onSuccess }),
    };
    return (
      <li className="py-3">
        <CollectionNameForm
          label={t`New name of ${name}`}
          name={name}
          action={t`Save`}
          change={change}
          onDone={show}
          onCancel={show}
        />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-2 py-3">
      <span className="mr-auto min-w-0 wrap-anywhere" dir="auto">
        {name} <span className="text-muted tabular-nums">{libraryCopy.collectionSize(size)}</span>
      </span>
      {mode === 'shown' ? (
        <>
          <Button size="sm" tone="ghost" aria-label={t`Rename ${name}`} onClick={() => setMode('renaming')}>
            <Pencil className="size-4" aria-hidden />
          </Button>
          <Button size="sm" tone="ghost" aria-label={t`Delete ${name}`} onClick={() => setMode('deleting')}>
            <Trash2 className="size-4" aria-hidden />
          </Button>
        </>
      ) : (
        <>
          <p className="basis-full text-sm text-muted">{t`Its videos and photos stay in your library.`}</p>
          <Button size="sm" tone="secondary" autoFocus onClick={show}>
            {t`Keep it`}
          </Button>
          <Button size="sm" tone="danger" busy={remove.isPending} onClick={() => remove.mutate(id)}>
            {t`Delete collection`}
          </Button>
        </>
      )}
      {remove.error && (
        <Alert tone="danger" className="basis-full">
          {messageOf(remove.error, libraryCopy.collectionNotSaved)}
        </Alert>
      )}
    </li>
  );
}
