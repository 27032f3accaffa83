import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { TimeFilter, TIME_FILTERS } from '../features/jobs/time-filter';
import { Filter, SearchBox } from './table-toolbar';
import { useTableState } from './use-table-state';

const FILTERS = ['status', ...TIME_FILTERS] as const;

function List() {
  const state = useTableState({ sort: 'age', filters: FILTERS });
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <>
      <SearchBox state={state} label="Search" />
      <Filter state={state} name="status" label="Status" options={[{ value: 'failed', label: 'Failed' }]} />
      <TimeFilter state={state} />
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => state.set('sort', 'age')}>Newest first</button>
      <output>{state.search}</output>
      <output aria-label="URL">{search ? 'with a query' : pathname}</output>
    </>
  );
}

function show(path = '/jobs') {
  window.history.replaceState(null, '', '/before');
  window.history.pushState(null, '', path);
  render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  );
  return userEvent.setup();
}
const requested = () => Object.fromEntries(new URLSearchParams(screen.getByText(/^limit=/).textContent));

it('each filter is an entry of the browser’s history, a search is one entry', async () => {
  const user = show();
  await user.selectOptions(screen.getByLabelText('Status'), 'failed');
  await user.type(screen.getByLabelText('Search'), 'ri');
  await screen.findByText(/q=ri/);
  await user.type(screen.getByLabelText('Search'), 'ver');
  await screen.findByText(/q=river/);
  await user.click(screen.getByText('Back'));
  await waitFor(() => expect(requested()).toEqual({ limit: '25', sort: 'age', status: 'failed' }));
  await user.click(screen.getByText('Back'));
  await waitFor(() => expect(requested()).toEqual({ limit: '25', sort: 'age' }));
});

it('jobs are filtered by a period, or by a range of times in IST', async () => {
  const user = show('/jobs?cursor=c');
  await user.selectOptions(screen.getByLabelText('Created'), '15m');
  expect(requested()).toMatchObject({ within: '15m' });
  expect(requested()).not.toHaveProperty('cursor');
  await user.selectOptions(screen.getByLabelText('Created'), 'Between…');
  await user.type(screen.getByLabelText('Created from (IST)'), '2026-11-23T14:05');
  expect(requested()).toMatchObject({ from: '2026-11-23T14:05:00+05:30' });
  expect(requested()).not.toHaveProperty('within');
  expect(screen.getByLabelText('Created from (IST)')).toHaveValue('2026-11-23T14:05');
  await user.selectOptions(screen.getByLabelText('Created'), 'Any time');
  expect(requested()).toEqual({ limit: '25', sort: 'age' });
});

it('the default order is not part of the URL', async () => {
  const user = show('/jobs?sort=-age&cursor=c');
  await user.click(screen.getByText('Newest first'));
  expect(screen.getByLabelText('URL')).toHaveTextContent(/^\/jobs$/);
  expect(requested()).toEqual({ limit: '25', sort: 'age' });
});

it('a change before React has rendered the one before keeps both', () => {
  show();
  act(() => {
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'failed' } });
    fireEvent.click(screen.getByText('Newest first'));
    fireEvent.change(screen.getByLabelText('Created'), { target: { value: '24h' } });
  });
  expect(requested()).toMatchObject({ status: 'failed', within: '24h' });
});
