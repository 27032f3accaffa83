import { type Column, Table } from '@luit/ui/table';
import { type ColumnDef, rowSortingFeature, type SortingState, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';

const features = tableFeatures({ rowSortingFeature });

interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  isDense?: boolean;
  isStacked?: boolean;
  /** The active `sortBy`, prefixed with `-` if descending. */
  sort?: string;
  onSort?: (sort: string) => void;
}

/**
 * A table on TanStack Table. The server sorts and pages the rows; TanStack Table holds the columns and the sorting state, which
 * the caller keeps in the URL. The first click on a column sorts descending, further clicks reverse the order.
 */
export function DataTable<Row extends object>({ columns, rows, rowKey, sort, onSort, ...layout }: DataTableProps<Row>) {
  const definitions = useMemo(
    () =>
      columns.map(({ key, header, sortBy }): ColumnDef<typeof features, Row> => ({
        id: sortBy ?? key,
        header,
        accessorFn: (row) => row,
        enableSorting: sortBy !== undefined,
      })),
    [columns],
  );
  const sorting = useMemo(() => toSorting(sort), [sort]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    state: { sorting },
    onSortingChange: (update) => onSort?.(toSort(typeof update === 'function' ? update(sorting) : update)),
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: true,
  });
  const toggle = (requested: string) => table.getColumn(requested.replace(/^-/, ''))?.toggleSorting();
  return (
    <Table
      {...layout}
      columns={columns}
      rows={table.getRowModel().rows.map((row) => row.original)}
      rowKey={rowKey}
      sort={toSort(table.state.sorting)}
      onSort={onSort && toggle}
    />
  );
}

function toSorting(sort = ''): SortingState {
  return sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
}

function toSort([column]: SortingState): string {
  return column ? `${column.desc ? '-' : ''}${column.id}` : '';
}
