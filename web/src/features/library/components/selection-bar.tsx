import { plural, t } from '@lingui/core/macro';
import { MAX_ZIP_FILES } from '@luit/contracts/generation/limits';
import { toast } from '@luit/ui/toaster';
import { Columns2, Download, FolderMinus, Share2, Trash2, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error';
import { formatNumber } from '../../../lib/format';
import { useLazyDialog } from '../../../lib/use-lazy-dialog';
import { ShareDialog } from '../../../shared/sharing/share-dialog';
import { libraryCopy } from '../copy';
import { useBulkActions } from '../use-bulk-actions';
import { useCollectionChanges } from '../use-collections';
import { areComparable, type Selection } from '../use-selection';
import { BAR_ITEM, BarButton } from './bar-button';
import { CollectButton } from './collect-button';

interface SelectionBarProps {
  selection: Selection;
  /** The shown collection; empty for the whole library. */
  collectionId: string;
}

/** What can be done with the selected requests. It stays in view at the bottom of the window. */
export function SelectionBar({ selection, collectionId }: SelectionBarProps) {
  const { move, download } = useBulkActions();
  const share = useLazyDialog();
  const ids = selection.requests.map(({ id }) => id);
  const ready = selection.requests.filter(({ status, takedown }) => status === 'completed' && !takedown);
  const [only] = ready;
  const shareable = ids.length === 1 ? only : undefined;
  return (
    <div
      role="group"
      aria-label={t`Selected videos and photos`}
      className="sticky bottom-3 z-20 mx-auto mt-6 flex max-w-4xl flex-wrap items-center gap-1 rounded-card border border-line bg-surface p-2 shadow-float"
    >
      <div className="flex items-center gap-1 max-sm:basis-full sm:mr-auto">
        <button
          type="button"
          aria-label={t`Done`}
          title={t`Done`}
          className={`${BAR_ITEM} max-sm:w-11 max-sm:flex-none!`}
          onClick={selection.end}
        >
          <X className="size-5" aria-hidden />
        </button>
        <p role="status" className="font-semibold whitespace-nowrap tabular-nums">
          {selected(ids.length)}
        </p>
        <button
          type="button"
          className={`${BAR_ITEM} ml-auto text-info max-sm:flex-none! max-sm:px-2!`}
          onClick={selection.selectAll}
        >
          {t`Select all shown`}
        </button>
      </div>
      <BarButton
        label={t`Download`}
        Icon={Download}
        aria-label={ready.length > 1 ? t`Download ${{ count: ready.length }} as ZIP` : t`Download as ZIP`}
        disabled={ready.length === 0 || ready.length > MAX_ZIP_FILES}
        busy={download.isPending}
        onClick={() => download.mutate(ready.map(({ id }) => id))}
      />
      {areComparable(selection.requests) ? (
        <Link to={`/library/compare?${compared(ids)}`} className={BAR_ITEM}>
          <Columns2 className="size-4" aria-hidden />
          {t`Compare`}
        </Link>
      ) : (
        <BarButton
          label={t`Share`}
          Icon={Share2}
          title={t`Select one video or photo to share it, or two to compare them.`}
          disabled={!shareable}
          onClick={share.open}
        />
      )}
      <CollectButton requestIds={ids} onDone={selection.end} />
      {collectionId && <TakeButton collectionId={collectionId} requestIds={ids} onDone={selection.end} />}
      <BarButton
        label={t`Delete`}
        Icon={Trash2}
        className="text-danger"
        disabled={ids.length === 0}
        busy={move.isPending}
        onClick={() => move.mutate(ids, { onSuccess: selection.end })}
      />
      {ready.length > MAX_ZIP_FILES && (
        <p className="basis-full px-2 text-sm text-muted">{t`At most ${{ limit: MAX_ZIP_FILES }} fit into one ZIP file.`}</p>
      )}
      {share.isUsed && shareable && <ShareDialog request={shareable} isOpen={share.isOpen} onClose={share.close} />}
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
    <BarButton
      label={t`Take out`}
      Icon={FolderMinus}
      aria-label={t`Take out of the collection`}
      disabled={requestIds.length === 0}
      busy={take.isPending}
      onClick={() => take.mutate({ collectionId, requestIds }, { onSuccess: done, onError: fail })}
    />
  );
}

function compared([a = '', b = '']: string[]): URLSearchParams {
  return new URLSearchParams({ a, b });
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
