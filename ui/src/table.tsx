import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  /** Numbers and money align to the end. */
  align?: 'start' | 'end';
  /** The name the server sorts by; absent where it does not. */
  sortBy?: string;
  cell: (row: Row) => ReactNode;
  className?: string;
  /** Where rows are stacked: the title above its row, a block of text under it, or nothing; else a line with its name. */
  onPhones?: 'title' | 'block' | 'hidden';
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Less air, for long lists. */
  isDense?: boolean;
  /** On phones each row is a block of lines with names, instead of a table that scrolls sideways. */
  isStacked?: boolean;
  /** The `sortBy` in force, with `-` before it when descending. */
  sort?: string;
  onSort?: (sort: string) => void;
}

/** A table that scrolls sideways inside its own box, reachable by keyboard; up and down lead along a column's controls. */
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
  return (
    <div
      role="region"
      // Not the caption alone: the section around a table often bears the same name.
      aria-label={`Table: ${caption}`}
      tabIndex={0}
      onKeyDown={moveAlongColumn}
      className="relative overflow-x-auto rounded-card"
    >
      {/* Roles by name: what is laid out otherwise is no table any more to some browsers. */}
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
      {columns.map(({ key, header, align, className, onPhones, cell }) => (
        <td
          key={key}
          role="cell"
          className={clsx(
            isDense ? 'px-3 py-2 align-middle first:pl-4 last:pr-4' : 'px-4 py-3 align-top',
            align === 'end' && 'text-right tabular-nums',
            className,
            isStacked && 'max-sm:max-w-none! max-sm:min-w-0! max-sm:px-4! max-sm:py-1!',
            isStacked && (onPhones ? PLACES[onPhones] : LINE),
          )}
        >
          {isStacked && !onPhones && (
            <span aria-hidden className="text-label text-muted sm:hidden">
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

/** Drawn again only where its row changed: a list that is kept up to date is mostly as it was. */
const MemoRow = memo(BodyRow);

/** Of a stacked row on phones. A line without a value is left out. */
const LINE = 'max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-6 max-sm:has-[>div:empty]:hidden';
const PLACES = {
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
  const { header, sortBy, align } = column;
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
        // What can be sorted by stays in view.
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
  const place = [...cell.querySelectorAll('a, button')].indexOf(from);
  const rows = [...(row.parentElement?.children ?? [])] as HTMLTableRowElement[];
  const target = rows[rows.indexOf(row) + step]?.cells[cell.cellIndex];
  const controls = target?.querySelectorAll<HTMLElement>('a, button');
  const control = controls?.[Math.min(place, controls.length - 1)];
  if (!control) return;
  event.preventDefault();
  control.focus();
}
