import { Button } from '@luit/ui/button';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../lib/format';
import type { Page } from './use-page';
import type { TableState } from './use-table-state';

/** Shows the range of rows and the total, with buttons for the previous and the next page. */
export function Pager({ page, state }: { page: Page<unknown>; state: TableState }) {
  const from = (state.page - 1) * state.limit + 1;
  // A shared link may open any page, whose offset is then unknown.
  const hasKnownOffset = state.isFirst || state.page > 1;
  const range = `${formatNumber(from)}–${formatNumber(from + page.items.length - 1)} of `;
  return (
    <nav aria-label="Pages" className="flex items-center gap-2 border-t border-line px-4 py-2 text-sm text-muted">
      <p role="status" className="mr-auto tabular-nums">
        {`${hasKnownOffset && page.items.length > 0 ? range : ''}${formatNumber(page.total)}${page.isTotalCapped ? '+' : ''} ${page.total === 1 ? 'row' : 'rows'}`}
      </p>
      <Button
        tone="ghost"
        size="sm"
        disabled={state.isFirst}
        icon={<ChevronLeft className="size-4" aria-hidden />}
        onClick={state.previous}
      >
        {state.page > 1 ? 'Previous' : 'First'}
      </Button>
      <Button
        tone="ghost"
        size="sm"
        disabled={!page.nextCursor}
        onClick={() => page.nextCursor && state.next(page.nextCursor)}
      >
        Next
        <ChevronRight className="size-4" aria-hidden />
      </Button>
    </nav>
  );
}
