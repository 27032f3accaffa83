import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { ShownModel } from '@luit/contracts/http/models';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ModelPage from './model-page';

const AT = '2026-11-29T09:00:00.000Z';
const entryWith = (rate: number) => ({ id: 'seedance', price: { perSecond: { '480p': rate } } });

function modelWith(rates: number[]): ShownModel {
  const revisions = rates.map((rate, i) => ({
    revision: i + 1,
    entry: entryWith(rate),
    published_at: AT,
    published_by: i === 0 ? null : 'asha@example.com',
    reason: i === 0 ? 'Shipped with Luit' : 'A new price',
  }));
  const { revision, entry } = revisions.at(-1)!;
  return {
    ...{ id: 'seedance', name: 'Seedance', output: 'video', state: 'live', isDefault: true, revision, entry },
    ...{
      price: entry.price,
      durations: [5],
      qualities: ['480p'],
      providers: ['replicate'],
      missing: [],
      revisions: revisions.toReversed(),
    },
  };
}

describe('the page of a model', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  let model: ShownModel;
  /** The answer to a publication. */
  let refusal: (() => Response) | null;

  beforeEach(() => {
    model = modelWith([3_000, 3_600]);
    refusal = null;
    fetch.mockReset();
    fetch.mockImplementation((_, init) => {
      if (!init?.method || init.method === 'GET') return Promise.resolve(Response.json({ data: { model } }));
      return Promise.resolve(refusal?.() ?? Response.json({ data: { model, approval: null } }));
    });
  });

  const open = async (role: OperatorRole = 'owner') => {
    const page = (
      <Routes>
        <Route path="/models/:id" element={<ModelPage />} />
      </Routes>
    );
    renderSignedIn(page, fetch, { path: '/models/seedance', role });
    await screen.findByRole('heading', { name: 'Seedance' });
  };
  const editor = () => screen.getByLabelText<HTMLTextAreaElement>('Entry as JSON');
  const edit = (entry: object) => fireEvent.change(editor(), { target: { value: JSON.stringify(entry) } });
  const publish = (reason = 'The vendor is dearer') => {
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } });
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  };
  const sent = () =>
    fetch.mock.calls.flatMap(([path, init]) =>
      init?.method && init.method !== 'GET' ? [[path, JSON.parse(String(init.body)) as unknown]] : [],
    );

  it('a change is compared with the revision in force and published with a reason', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
    edit(entryWith(4_000));
    const changes = screen.getByRole('list', { name: 'Changes to revision 2' });
    expect(changes).toHaveTextContent('price.perSecond.480p3600 → 4000');
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
    model = modelWith([3_000, 3_600, 4_000]);
    publish();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull());
    const body = { entry: entryWith(4_000), expectedRevision: 2, reason: 'The vendor is dearer' };
    expect(sent()).toEqual([[expect.stringContaining('/api/admin/models/seedance'), body]]);
    expect(JSON.parse(editor().value)).toEqual(entryWith(4_000));
  });

  it('what is not JSON is not sent, and changes can be discarded', async () => {
    await open();
    fireEvent.change(editor(), { target: { value: '{"id": ' } });
    expect(screen.getByRole('alert')).toHaveTextContent(/^This is not JSON/);
    publish();
    expect(sent()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(JSON.parse(editor().value)).toEqual(entryWith(3_600));
  });

  it('refused values are named by their path', async () => {
    refusal = () => {
      const details = { 'price.perSecond.480p': 'A price is more than 0', routes: 'A model needs a route' };
      return Response.json({ code: 'validation_failed', details }, { status: 400 });
    };
    await open();
    edit(entryWith(0));
    publish();
    const alert = await screen.findByRole('alert');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['price.perSecond.480p A price is more than 0', 'routes A model needs a route']);
    edit(entryWith(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('who publishes second sees what the first one changed, and publishes on top of it', async () => {
    refusal = () => {
      model = modelWith([3_000, 3_600, 5_000]);
      return Response.json({ code: 'conflict', message: 'Published', details: { revision: 3 } }, { status: 409 });
    };
    await open();
    edit(entryWith(4_000));
    publish();
    expect(await screen.findByText(/asha@example.com published revision 3.*: A new price/)).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'What revision 3 changed' })).toHaveTextContent('3600 → 5000');
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
    fireEvent.click(screen.getByRole('button', { name: 'Compare my entry with revision 3' }));
    expect(screen.getByRole('list', { name: 'Changes to revision 3' })).toHaveTextContent('5000 → 4000');
    refusal = null;
    publish();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.[1]).toMatchObject({ entry: entryWith(4_000), expectedRevision: 3 });
  });

  it('an earlier revision is restored with a reason, after its changes were shown', async () => {
    await open();
    expect(screen.getByRole('row', { name: /^1.*Luit.*Shipped with Luit/ })).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Restore revision 1' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('list', { name: 'What this changes' })).toHaveTextContent('3600 → 3000');
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'The vendor is cheaper' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Restore' }));
    const body = { revision: 1, expectedRevision: 2, reason: 'The vendor is cheaper' };
    await waitFor(() =>
      expect(sent()).toEqual([[expect.stringContaining('/api/admin/models/seedance/restore'), body]]),
    );
  });

  it('roles that may not change prices read only', async () => {
    await open('support');
    expect(editor()).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: 'Restore revision 1' })).toBeNull();
  });

  it('an unknown model is explained', async () => {
    fetch.mockImplementation(() => Promise.resolve(Response.json({ code: 'not_found' }, { status: 404 })));
    renderSignedIn(<ModelPage />, fetch, { path: '/models/none' });
    expect(await screen.findByText(/It does not exist/)).toBeInTheDocument();
  });
});
