import { formatNumber } from '../../../lib/format';
import { plural, t } from '@lingui/core/macro';
import { MAX_ZIP_FILES } from '@luit/contracts/generation/limits';
import { Button, buttonClass } from '@luit/ui/button';
import { Columns2, Download, FolderMinus, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { libraryCopy } from '../copy';
import { toast } from '@luit/ui/toaster';
import { messageOf } from '../../../lib/api-error';
import { useCollectionChanges } from '../use-collections';
import { CollectButton } from './collect-button';
import { useBulkActions } from '../use-bulk-actions';
import { areComparable, type Selection } from '../use-selection';

interface SelectionBarProps {
  selection: Selection;
  /** The shown collection; empty for the whole library. */
  collectionId: string;
}

/** What can be done with the selected requests. It stays in view at the bottom of the window. */
export function SelectionBar({ selection, collectionId }: SelectionBarProps) {
  const { move, download } = useBulkActions();
  const ids = selection.requests.map(({ id }) => id);
  const ready = selection.requests.filter(({ status }) => status === 'completed').map(({ id }) => id);
  return (
    <div
      role="group"
      aria-label={t`Selected videos and photos`}
      className="sticky bottom-4 z-20 mx-auto mt-8 flex max-w-3xl flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-3 shadow-float"
    >
      <p role="status" className="mr-auto px-2 font-semibold tabular-nums">
        {selected(ids.length)}
      </p>
      <Button tone="ghost" size="sm" onClick={selection.selectAll}>
        {t`Select all shown`}
      </Button>
      {areComparable(selection.requests) && <CompareLink ids={ids} />}
      <CollectButton requestIds={ids} onDone={selection.end} />
      {collectionId && <TakeButton collectionId={collectionId} requestIds={ids} onDone={selection.end} />}
      <Button
        size="sm"
        disabled={ready.length === 0 || ready.length > MAX_ZIP_FILES}
        busy={download.isPending}
        icon={<Download className="size-4" aria-hidden />}
        onClick={() => download.mutate(ready)}
      >
        {ready.length > 1 ? t`Download ${{ count: ready.length }} as ZIP` : t`Download as ZIP`}
      </Button>
      <Button
        size="sm"
        tone="danger"
        disabled={ids.length === 0}
        busy={move.isPending}
        icon={<Trash2 className="size-4" aria-hidden />}
        onClick={() => move.mutate(ids, { onSuccess: selection.end })}
      >
        {t`Delete`}
      </Button>
      <Button tone="secondary" size="sm" onClick={selection.end}>
        {t`Done`}
      </Button>
      {ids.length < 2 && (
        <p className="basis-full px-2 text-sm text-muted">{t`Select two videos or two photos to compare them.`}</p>
      )}
      {ready.length > MAX_ZIP_FILES && (
        <p className="basis-full px-2 text-sm text-muted">{t`At most ${{ limit: MAX_ZIP_FILES }} fit into one ZIP file.`}</p>
      )}
    </div>
  );
}

interface TakeButtonProps {
  collectionId: string;
  requestIds: string[];
  onDone: () => void;
}

function TakeButton({ collectionId, requestIds, onDone }: TakeButtonProps) {
  const { take } = useCollectionChanges();
  const done = () => {
    toast.success(removed(requestIds.length));
    onDone();
  };
  const fail = (cause: Error) => toast.error(messageOf(cause, libraryCopy.collectionNotSaved));
  return (
    <Button
      tone="secondary"
      size="sm"
      disabled={requestIds.length === 0}
      busy={take.isPending}
      icon={<FolderMinus className="size-4" aria-hidden />}
      onClick={() => take.mutate({ collectionId, requestIds }, { onSuccess: done, onError: fail })}
    >
      {t`Remove from collection`}
    </Button>
  );
}

function CompareLink({ ids: [a = '', b = ''] }: { ids: string[] }) {
  return (
    <Link to={`/library/compare?${new URLSearchParams({ a, b })}`} className={buttonClass('secondary', 'sm')}>
      <Columns2 className="size-4" aria-hidden />
      {t`Compare`}
    </Link>
  );
}

function selected(count: number) {
  const items = formatNumber(count);
  return plural(count, { one: `${items} selected`, other: `${items} selected` });
}

function removed(count: number) {
  const items = formatNumber(count);
  return plural(count, {
    one: `${items} removed from the collection`,
    other: `${items} removed from the collection`,
  });
}
