import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { linkTo } from '../../../shared/requests/request-link';
import { CARD_FOCUS } from '../use-card-focus';
import { isSelectable, type SelectionMarks } from '../use-selection';
import { RequestPreview } from './request-preview';

interface SelectablePreviewProps {
  request: RequestView;
  title: string;
  selection: SelectionMarks;
}

/** The preview, which opens the request, or marks it while requests are being selected. */
export function SelectablePreview({ request, title, selection }: SelectablePreviewProps) {
  const [isFocused, setFocused] = useState(false);
  if (selection.isActive)
    return (
      <label className={clsx('relative block', isSelectable(request) ? 'cursor-pointer' : 'opacity-50')}>
        <RequestPreview request={request} title={title} />
        <input
          {...CARD_FOCUS}
          type="checkbox"
          aria-label={t`Select ${title}`}
          disabled={!isSelectable(request)}
          checked={selection.has(request)}
          onChange={() => selection.toggle(request)}
          className="absolute top-3 left-3 size-6 accent-accent"
        />
      </label>
    );
  return (
    <Link
      {...CARD_FOCUS}
      to={linkTo(request)}
      aria-label={t`Open ${title}`}
      className="block"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <RequestPreview request={request} title={title} isFocused={isFocused} />
    </Link>
  );
}
