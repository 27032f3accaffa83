import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Badge } from '@luit/ui/badge';
import { clsx } from 'clsx';
import { Ellipsis, Heart } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format';
import { requestCopy } from '../../../shared/requests/copy';
import { RequestPreview } from '../../../shared/requests/components/request-preview';
import { linkTo } from '../../../shared/requests/request-link';
import { CARD_FOCUS } from '../use-card-focus';
import type { LibraryView } from '../use-library-view';
import { useNewestRequest } from '../use-newest-request';
import { isSelectable, type SelectionMarks } from '../use-selection';
import { moneyText, outcomeText } from '../request-texts';
import { useFavorite } from '../use-favorite';

export interface RequestTileProps {
  listed: RequestView;
  view: LibraryView;
  isFavorite: boolean;
  selection: SelectionMarks;
  onDetails: (id: string) => void;
  onMeasure: (request: RequestView, ratio: number) => void;
}

const ON_HOVER = 'opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100';
const ROUND =
  'pointer-events-auto grid size-9 cursor-pointer place-items-center rounded-full bg-[#04110f]/65 text-white hover:bg-[#04110f]';

/** One request as its picture. Texts and buttons appear over it while the pointer or the focus is on it; without a pointer, in large rows. */
export const RequestTile = memo(function RequestTile(props: RequestTileProps) {
  const { listed, view, isFavorite, selection, onDetails, onMeasure } = props;
  const request = useNewestRequest(listed);
  const title = request.prompt || t`Restored photo`;
  const isLarge = view === 'large';
  const shown = clsx(ON_HOVER, isLarge && 'pointer-coarse:opacity-100');
  const outcome = outcomeText(request);
  // Without one, the words of the prompt are the picture.
  const hasPicture = (request.posterUrl ?? request.imageUrl ?? request.outputUrl) !== null || !request.prompt;
  return (
    <article data-theme="dark" className="group @container relative size-full overflow-hidden rounded-control text-ink">
      <Picture request={request} title={title} selection={selection} onMeasure={onMeasure} />
      <div className="pointer-events-none absolute inset-x-2 top-2 flex items-start justify-between gap-2">
        <span className={clsx(selection.isActive && 'ml-8')}>
          {request.status === 'failed' && (
            <Badge tone={request.canceled || request.lateOutput ? 'neutral' : 'danger'}>
              {requestCopy.badges[request.canceled ? 'canceled' : 'failed']}
            </Badge>
          )}
        </span>
        {!selection.isActive && (
          <span className="flex gap-1.5 @max-[8rem]:flex-col-reverse">
            {(isLarge || isFavorite) && (
              <FavoriteMark id={request.id} isFavorite={isFavorite} className={clsx(!isFavorite && shown)} />
            )}
            <button
              type="button"
              aria-label={t`More about ${title}`}
              title={t`More`}
              onClick={() => onDetails(request.id)}
              className={clsx(ROUND, shown)}
            >
              <Ellipsis className="size-5" aria-hidden />
            </button>
          </span>
        )}
      </div>
      {request.status === 'processing' ? (
        <h2 className="sr-only">{title}</h2>
      ) : (
        <div
          className={clsx(
            'pointer-events-none absolute inset-x-0 bottom-0 grid bg-gradient-to-t from-[#04110f] via-[#04110f]/70 to-transparent p-3 pt-8 text-sm @max-[12rem]:p-2',
            !(isLarge && outcome) && shown,
          )}
        >
          <h2 className={hasPicture ? 'truncate font-semibold' : 'sr-only'} dir="auto">
            {title}
          </h2>
          {outcome && isLarge && <p className="line-clamp-2 text-label wrap-anywhere">{outcome}</p>}
          <p className="truncate text-label text-muted">
            <time dateTime={request.createdAt}>{formatDateTime(request.createdAt)}</time>
            {isLarge && <span>{` · ${moneyText(request)}`}</span>}
          </p>
        </div>
      )}
    </article>
  );
});

function FavoriteMark({ id, isFavorite, className }: { id: string; isFavorite: boolean; className: string }) {
  const favorite = useFavorite(id);
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={t`Favorite`}
      title={isFavorite ? t`Remove from favorites` : t`Add to favorites`}
      onClick={() => favorite.mutate(!isFavorite)}
      className={clsx(ROUND, className)}
    >
      <Heart className={clsx('size-4', isFavorite && 'fill-current')} aria-hidden />
    </button>
  );
}

type PictureProps = Pick<RequestTileProps, 'selection' | 'onMeasure'> & { request: RequestView; title: string };

/** The picture, which opens the request, or marks it while requests are being selected. */
function Picture({ request, title, selection, onMeasure }: PictureProps) {
  const [isFocused, setFocused] = useState(false);
  const picture = { request, title, onMeasure, className: 'size-full' };
  if (selection.isActive) {
    const isChosen = selection.has(request);
    return (
      <label
        className={clsx(
          'block size-full has-focus-visible:outline-2 has-focus-visible:-outline-offset-2',
          isSelectable(request) ? 'cursor-pointer' : 'opacity-50',
          isChosen && 'rounded-control ring-4 ring-accent ring-inset [&>div]:scale-92',
        )}
      >
        <RequestPreview {...picture} />
        <input
          {...CARD_FOCUS}
          type="checkbox"
          aria-label={t`Select ${title}`}
          disabled={!isSelectable(request)}
          checked={isChosen}
          onChange={() => selection.toggle(request)}
          className="absolute top-2.5 left-2.5 size-6 accent-accent"
        />
      </label>
    );
  }
  return (
    <Link
      {...CARD_FOCUS}
      to={linkTo(request)}
      aria-label={t`Open ${title}`}
      className="block size-full -outline-offset-2"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <RequestPreview {...picture} isFocused={isFocused} />
    </Link>
  );
}
