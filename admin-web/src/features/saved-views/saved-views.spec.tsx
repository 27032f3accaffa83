import { OPERATOR_LISTS } from '@luit/contracts/auth/operator-lists';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation, useNavigate } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGES } from '../../app/pages';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { useTableState } from '../../components/use-table-state';
import { renderSignedIn } from '../../testing/render-signed-in';
import { SavedViews } from './saved-views';

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
];
const { filters } = OPERATOR_LISTS.users;

function List() {
  const state = useTableState({ sort: '-created_at', filters });
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <TableToolbar>
        <SearchBox state={state} label="Search" />
        <Filter state={state} name="status" label="Status" options={STATUSES} />
        <SavedViews list="users" choices={{ status: STATUSES }} />
      </TableToolbar>
      <button onClick={() => state.set('sort', '-created_at')}>Default order</button>
      <button onClick={() => void navigate(-1)}>Back</button>
      <output>{search}</output>
    </>
  );
}

const own: SavedView = {
  id: 'v1',
  name: 'Blocked users',
  params: { status: 'blocked', sort: 'email' },
  isShared: false,
  isOwn: true,
  maker: 'ops@luit.example',
  mayChange: true,
};
const foreign: SavedView = {
  ...own,
  id: 'v2',
  name: 'Active at example.com',
  params: { status: 'active', q: 'example.com' },
  isShared: true,
  isOwn: false,
  maker: 'ritu@luit.example',
  mayChange: false,
};

describe('saved views of a list', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  let views: SavedView[];
  let refusal: Response | null;

  beforeEach(() => {
    views = [own, foreign];
    refusal = null;
    fetch.mockReset();
    fetch.mockImplementation((_path, { method = 'GET', body } = {}) => {
      if (refusal) return Promise.resolve(refusal.clone());
      if (method === 'GET') return Promise.resolve(Response.json({ success: true, data: { views } }));
      const fields = JSON.parse(String(body)) as Partial<SavedView>;
      const data = { ...own, ...fields, id: method === 'POST' ? 'v3' : own.id };
      views = method === 'DELETE' ? [foreign] : [data, foreign];
      return Promise.resolve(Response.json({ success: true, data }));
    });
  });

  const show = (path = '/users') => {
    renderSignedIn(<List />, fetch, { path, role: 'support' });
    return userEvent.setup();
  };
  const url = () => Object.fromEntries(new URLSearchParams(document.querySelector('output')?.textContent ?? ''));
  const openMenu = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole('button', { name: /^Saved views/ }));
    return screen.findByRole('dialog', { name: 'Saved views' });
  };
  const sent = () =>
    fetch.mock.calls
      .filter(([, init]) => init?.method && init.method !== 'GET')
      .map(([path, init]) => [init?.method, String(path), JSON.parse(String(init?.body))] as unknown[]);

  it('opening a view sets the URL, and Back returns to the filters before', async () => {
    const user = show('/users?status=active&cursor=c');
    const menu = await openMenu(user);
    expect(within(menu).getByRole('region', { name: 'Shared by others' })).toHaveTextContent('ritu@luit.example');
    expect(within(menu).queryByRole('button', { name: 'Edit Active at example.com' })).toBeNull();
    await user.click(within(menu).getByRole('link', { name: 'Blocked users' }));
    expect(url()).toEqual({ status: 'blocked', sort: 'email', view: 'v1' });
    expect(await screen.findByRole('button', { name: 'Saved views, open: Blocked users' })).toBeVisible();
    expect(screen.getByLabelText('Status')).toHaveValue('blocked');
    await user.click(screen.getByText('Back'));
    await waitFor(() => expect(url()).toEqual({ status: 'active', cursor: 'c' }));
  });

  it('the current filters are saved under a name, and shared', async () => {
    const user = show('/users?status=blocked&q=asha&limit=50');
    const menu = await openMenu(user);
    await user.click(within(menu).getByRole('button', { name: /^Save current filters/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Save view' });
    expect(dialog).toHaveTextContent('Search: asha');
    expect(dialog).toHaveTextContent('Status: Blocked');
    await user.type(within(dialog).getByLabelText('Name'), ' Asha ');
    await user.click(within(dialog).getByRole('checkbox', { name: /^Share/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(url()).toEqual({ status: 'blocked', q: 'asha', view: 'v3' }));
    const fields = { list: 'users', name: 'Asha', isShared: true, params: { status: 'blocked', q: 'asha' } };
    expect(sent()).toEqual([['POST', '/api/admin/saved-views', fields]]);
  });

  it('a changed view says so; Reset restores it, Save stores what is shown', async () => {
    const user = show('/users?status=blocked&sort=email&view=v1');
    await screen.findByRole('button', { name: 'Saved views, open: Blocked users' });
    expect(screen.queryByText('Changed')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Status'), 'active');
    expect(await screen.findByText('Changed')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Reset' }));
    expect(url()).toEqual({ status: 'blocked', sort: 'email', view: 'v1' });
    expect(screen.queryByText('Changed')).toBeNull();
    await user.click(screen.getByText('Default order'));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
    expect(sent()).toEqual([['PATCH', '/api/admin/saved-views/v1', { params: { status: 'blocked' } }]]);
  });

  it('who may not change a view can save a changed one as their own', async () => {
    const user = show('/users?q=example.com&status=blocked&view=v2');
    await user.click(await screen.findByRole('button', { name: 'Save as…' }));
    expect(await screen.findByRole('dialog', { name: 'Save view' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save', hidden: true })).toBeDisabled();
  });

  it('a view is renamed and deleted; a refused change says why', async () => {
    const user = show();
    await user.click(within(await openMenu(user)).getByRole('button', { name: 'Edit Blocked users' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit view' });
    const name = within(dialog).getByLabelText('Name');
    await user.clear(name);
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(name, 'Active');
    refusal = Response.json({ code: 'conflict', message: 'There is already a view of this name.' }, { status: 409 });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('There is already a view of this name.')).toBeVisible();
    refusal = null;
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(within(await openMenu(user)).getByRole('button', { name: 'Delete Active' }));
    await user.click(await screen.findByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(sent().at(-1)).toEqual(['DELETE', '/api/admin/saved-views/v1', {}]));
  });

  it('a view with filters that no longer exist opens without them and names them', async () => {
    views = [{ ...own, params: { status: 'suspended', color: 'red', sort: 'credits', q: 'a' } }];
    const user = show();
    await user.click(within(await openMenu(user)).getByRole('link', { name: 'Blocked users' }));
    expect(url()).toEqual({ q: 'a', view: 'v1' });
    expect(await screen.findByText(/no longer has: Status, Color, Sorted by\./)).toBeVisible();
    expect(screen.queryByText('Changed')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(/no longer has/)).toBeNull());
    expect(sent()).toEqual([['PATCH', '/api/admin/saved-views/v1', { params: { q: 'a' } }]]);
  });

  it('a link to a view that is gone keeps its filters and says so', async () => {
    show('/users?status=blocked&view=v9');
    expect(await screen.findByText(/was deleted or is no longer shared/)).toBeVisible();
    expect(screen.getByLabelText('Status')).toHaveValue('blocked');
  });

  it('without filters there is nothing to save, and a failed read can be repeated', async () => {
    refusal = Response.json({ code: 'internal_error', message: 'x' }, { status: 500 });
    const user = show();
    const menu = await openMenu(user);
    expect(within(menu).getByRole('button', { name: /^Save current filters/ })).toBeDisabled();
    expect(await within(menu).findByText(/^Could not load saved views/)).toBeVisible();
    refusal = null;
    await user.click(within(menu).getByRole('button', { name: 'Retry' }));
    expect(await within(menu).findByRole('link', { name: 'Blocked users' })).toBeVisible();
  });

  it.each(Object.entries(OPERATOR_LISTS))('%s is a page with the same permission', (list, { permission }) => {
    expect(PAGES.find(({ path }) => path === `/${list}`)).toMatchObject({ permission });
  });
});
