import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import { EdgeShadow } from './edge-shadow';
import { useOverflow } from './use-overflow';

export interface Column<Row> {
  key: string;
  header: string;
  /** `end` for numbers and money. */
  align?: 'start' | 'end';
  /** The server's sort key; absent if the column is not sortable. */
  sortBy?: string;
  cell: (row: Row) => ReactNode;
  className?: string;
  /** How a stacked row shows the cell: as its title, as a block of text or not at all. By default a line with the column's name. */
  onPhones?: 'title' | 'block' | 'hidden';
  /** Hides the column between phones and desktops, where the row's own page shows it. */
  isWideOnly?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Reduces the padding, for long lists. */
  isDense?: boolean;
  /** Stacks the cells of each row on phones instead of scrolling horizontally. */
  isStacked?: boolean;
  /** The active `sortBy`, prefixed with `-` if descending. */
  sort?: string;
  onSort?: (sort: string) => void;
}

/** A focusable table that scrolls sideways if it has to, and then says so. Arrow up and down move between the controls of a column. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isDense = false,
  isStacked = false,
  sort,
  onSort,
}: TableProps<Row>) {
  const scrolled = useRef<HTMLDivElement>(null);
  const overflow = useOverflow(scrolled);
  const table = (
    <div
      ref={scrolled}
      role="region"
      // The prefix distinguishes the region from a surrounding section with the same name.
      aria-label={`Table: ${caption}`}
      tabIndex={0}
      onKeyDown={moveAlongColumn}
      className="relative overflow-x-auto rounded-card"
    >
      {/* Explicit roles, because some browsers drop table semantics when CSS changes `display`. */}
      <table role="table" className={clsx('w-full border-collapse text-sm', isStacked && 'max-sm:block')}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={clsx(isStacked && 'max-sm:block')}>
          <tr
            role="row"
            className={clsx(
              isStacked && 'max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:border-b max-sm:border-line max-sm:px-4',
            )}
          >
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                isDense={isDense}
                isStacked={isStacked}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={clsx(isStacked && 'max-sm:block')}>
          {rows.map((row) => (
            <MemoRow
              key={rowKey(row)}
              row={row}
              columns={columns as Column<unknown>[]}
              isDense={isDense}
              isStacked={isStacked}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
  return (
    <div className="relative">
      {table}
      {overflow.before && <EdgeShadow edge="left" className="bottom-8" />}
      {overflow.after && <EdgeShadow edge="right" className="bottom-8" />}
      {overflow.isWider && (
        <p data-scroll-cue className="border-t border-line px-4 py-1.5 text-label text-muted">
          <span aria-hidden>↔ </span>Scroll sideways to see every column
        </p>
      )}
    </div>
  );
}

interface BodyRowProps {
  row: unknown;
  columns: Column<unknown>[];
  isDense: boolean;
  isStacked: boolean;
}

function BodyRow({ row, columns, isDense, isStacked }: BodyRowProps) {
  return (
    <tr
      role="row"
      className={clsx(
        'border-b border-line last:border-0 hover:bg-sunken/60',
        isStacked && 'max-sm:flex max-sm:flex-col max-sm:py-2.5',
      )}
    >
      {columns.map(({ key, header, align, className, onPhones, isWideOnly, cell }) => (
        <td
          key={key}
          role="cell"
          className={clsx(
            isDense ? 'px-3 py-2 align-middle first:pl-4 last:pr-4' : 'px-4 py-3 align-top',
            align === 'end' && 'text-right tabular-nums',
            className,
            isWideOnly && 'max-lg:hidden',
            isStacked && 'max-sm:max-w-none! max-sm:min-w-0! max-sm:px-4! max-sm:py-1!',
            isStacked && (onPhones ? STACKED_CELLS[onPhones] : STACKED_LINE),
          )}
        >
          {isStacked && !onPhones && (
            <span aria-hidden className="shrink-0 text-label text-muted sm:hidden">
              {header}
            </span>
          )}
          {isStacked && !onPhones ? (
            <div className="sm:contents max-sm:min-w-0 max-sm:text-right">{cell(row)}</div>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Live lists refresh often while most rows stay the same. */
const MemoRow = memo(BodyRow);

/** Cells of a stacked row on phones. A line without a value is hidden. */
const STACKED_LINE =
  'max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-6 max-sm:has-[>div:empty]:hidden';
const STACKED_CELLS = {
  title: 'max-sm:order-first max-sm:text-left',
  block: 'max-sm:block max-sm:text-left',
  hidden: 'max-sm:hidden',
};

interface HeaderCellProps<Row> extends Pick<TableProps<Row>, 'sort' | 'onSort'> {
  column: Column<Row>;
  isDense: boolean;
  isStacked: boolean;
}

function HeaderCell<Row>({ column, isDense, isStacked, sort, onSort }: HeaderCellProps<Row>) {
  const { header, sortBy, align, isWideOnly } = column;
  const direction = sort === sortBy ? 'ascending' : sort === `-${sortBy}` ? 'descending' : 'none';
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction];
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sortBy ? direction : undefined}
      className={clsx(
        'border-b border-line text-label text-muted eyebrow',
        isDense ? 'px-3 py-2 first:pl-4 last:pr-4' : 'px-4 py-3',
        align === 'end' ? 'text-right' : 'text-left',
        isWideOnly && 'max-lg:hidden',
        // Sortable headers stay visible.
        isStacked && (sortBy && onSort ? 'max-sm:border-0 max-sm:px-0!' : 'max-sm:sr-only'),
      )}
    >
      {sortBy && onSort ? (
        <button
          type="button"
          onClick={() => onSort(direction === 'descending' ? sortBy : `-${sortBy}`)}
          className={clsx(
            'inline-flex items-center gap-1 rounded whitespace-nowrap uppercase hover:text-ink',
            direction !== 'none' && 'text-ink',
            align === 'end' && 'flex-row-reverse',
          )}
        >
          {header}
          <Icon aria-hidden className={clsx('size-3.5', direction === 'none' && 'opacity-45')} />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

function moveAlongColumn(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = (event.target as Element).closest('a, button');
  const cell = from?.closest('td');
  const row = cell?.parentElement as HTMLTableRowElement | null | undefined;
  if (!step || !from || !cell || !row) return;
  const index = [...cell.querySelectorAll('a, button')].indexOf(from);
  const rows = [...(row.parentElement?.children ?? [])] as HTMLTableRowElement[];
  const target = rows[rows.indexOf(row) + step]?.cells[cell.cellIndex];
  const controls = target?.querySelectorAll<HTMLElement>('a, button');
  const control = controls?.[Math.min(index, controls.length - 1)];
  if (!control) return;
  event.preventDefault();
  control.focus();
}
