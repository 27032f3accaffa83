import { t } from '@lingui/core/macro';
import { Heart, Share2 } from 'lucide-react';
import { memo } from 'react';
import { formatDateTime } from '../../../lib/format';
import { useNewestRequest } from '../use-newest-request';
import type { RequestCardProps } from './request-card';
import { SelectablePreview } from './selectable-preview';
import { StateBadge } from './state-badge';

const MARK = 'size-4 text-white drop-shadow-[0_0_2px_black]';

/** One request as a small picture. Its texts show while the pointer or the focus is on it; what it can do is on its page. */
export const RequestTile = memo(function RequestTile({ listed, isFavorite, isShared, selection }: RequestCardProps) {
  const request = useNewestRequest(listed);
  const title = request.prompt || t`Restored photo`;
  return (
    <article className="group relative overflow-hidden rounded-control">
      <SelectablePreview request={request} title={title} selection={selection} />
      <div className="pointer-events-none absolute top-2 right-2 flex items-center gap-1.5">
        {isFavorite && <Heart role="img" aria-label={t`Favorite`} className={MARK} fill="currentColor" />}
        {isShared && <Share2 role="img" aria-label={t`Shared`} className={MARK} />}
        {request.status === 'failed' && <StateBadge request={request} />}
      </div>
      {request.status !== 'processing' && (
        <div
          data-theme="dark"
          className="pointer-events-none absolute inset-x-0 bottom-0 grid bg-gradient-to-t from-[#04110f] to-transparent p-2 pt-8 text-ink opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100"
        >
          <h2 className="truncate text-sm font-semibold" dir="auto">
            {title}
          </h2>
          <time dateTime={request.createdAt} className="truncate text-label text-muted">
            {formatDateTime(request.createdAt)}
          </time>
        </div>
      )}
    </article>
  );
});
