import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  /** Numbers and money align to the end. */
  align?: 'start' | 'end';
  /** The name the server sorts by; absent where it does not. */
  sortBy?: string;
  cell: (row: Row) => ReactNode;
  className?: string;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Less air, for long lists. */
  isDense?: boolean;
  /** The `sortBy` in force, with `-` before it when descending. */
  sort?: string;
  onSort?: (sort: string) => void;
}

/** A table that scrolls sideways inside its own box, reachable by keyboard; up and down lead along a column's controls. */
export function Table<Row>({ caption, columns, rows, rowKey, isDense = false, sort, onSort }: TableProps<Row>) {
  return (
    <div
      role="region"
      // Not the caption alone: the section around a table often bears the same name.
      aria-label={`Table: ${caption}`}
      tabIndex={0}
      onKeyDown={moveAlongColumn}
      className="relative overflow-x-auto rounded-card"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} isDense={isDense} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0 hover:bg-sunken/60">
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={clsx(
                    isDense ? 'px-3 py-2 align-middle first:pl-4 last:pr-4' : 'px-4 py-3 align-top',
                    column.align === 'end' && 'text-right tabular-nums',
                    column.className,
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderCellProps<Row> extends Pick<TableProps<Row>, 'sort' | 'onSort'> {
  column: Column<Row>;
  isDense: boolean;
}

function HeaderCell<Row>({ column, isDense, sort, onSort }: HeaderCellProps<Row>) {
  const { header, sortBy, align } = column;
  const direction = sort === sortBy ? 'ascending' : sort === `-${sortBy}` ? 'descending' : 'none';
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction];
  return (
    <th
      scope="col"
      aria-sort={sortBy ? direction : undefined}
      className={clsx(
        'border-b border-line text-label text-muted credits',
        isDense ? 'px-3 py-2 first:pl-4 last:pr-4' : 'px-4 py-3',
        align === 'end' ? 'text-right' : 'text-left',
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
