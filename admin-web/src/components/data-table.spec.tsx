import type { Column } from '@luit/ui/table';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DataTable } from './data-table';

interface City {
  id: string;
  name: string;
  people: number;
}

const COLUMNS: Column<City>[] = [
  { key: 'name', header: 'Name', sortBy: 'city_name', cell: ({ name }) => name },
  { key: 'people', header: 'People', sortBy: 'population', align: 'end', cell: ({ people }) => people },
  { key: 'id', header: 'ID', cell: ({ id }) => id },
];
const CITIES: City[] = [
  { id: 'b', name: 'Tezpur', people: 2 },
  { id: 'a', name: 'Jorhat', people: 3 },
  { id: 'c', name: 'Guwahati', people: 1 },
];

function Cities({ onSort }: { onSort: (sort: string) => void }) {
  const [sort, setSort] = useState('-population');
  const change = (next: string) => {
    setSort(next);
    onSort(next);
  };
  return (
    <DataTable caption="Cities" columns={COLUMNS} rows={CITIES} rowKey={({ id }) => id} sort={sort} onSort={change} />
  );
}

const headers = () =>
  screen.getAllByRole('columnheader').map((header) => [header.textContent, header.getAttribute('aria-sort')]);

it('a click on a column asks for it in descending order, and another click reverses the order', () => {
  const onSort = vi.fn();
  render(<Cities onSort={onSort} />);
  expect(headers()).toEqual([
    ['Name', 'none'],
    ['People', 'descending'],
    ['ID', null],
  ]);
  for (const name of ['People', 'People', 'Name', 'Name']) fireEvent.click(screen.getByRole('button', { name }));
  expect(onSort.mock.calls.flat()).toEqual(['population', '-population', '-city_name', 'city_name']);
  expect(headers().map(([, direction]) => direction)).toEqual(['ascending', 'none', null]);
});

it('rows keep the order of the server', () => {
  render(<Cities onSort={() => {}} />);
  const names = () => screen.getAllByRole('row').map((row) => row.querySelector('td')?.textContent);
  expect(names()).toEqual([undefined, 'Tezpur', 'Jorhat', 'Guwahati']);
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(names()).toEqual([undefined, 'Tezpur', 'Jorhat', 'Guwahati']);
});

it('a table without a sort handler has no sort buttons', () => {
  render(<DataTable caption="Cities" columns={COLUMNS} rows={CITIES} rowKey={({ id }) => id} />);
  expect(screen.queryByRole('button')).toBeNull();
});
