import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { ShownModel } from '@luit/contracts/http/models';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ModelsPage from './models-page';
import { entryWith, modelWith } from './testing-entry';

describe('the entry of a model', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  let model: ShownModel;
  /** The answer to a publication. */
  let refusal: (() => Response) | null;

  beforeEach(() => {
    model = modelWith([3_000, 3_600]);
    refusal = null;
    fetch.mockReset();
    fetch.mockImplementation((input, init) => {
      const path = String(input);
      if (init?.method && init.method !== 'GET') {
        return Promise.resolve(refusal?.() ?? Response.json({ data: { model, approval: null } }));
      }
      if (path.includes('/models/')) return Promise.resolve(Response.json({ data: { model } }));
      if (path.includes('/models')) return Promise.resolve(Response.json({ data: { items: [] } }));
      return Promise.resolve(Response.json({ data: { items: [], prices: [], rates: [] } }));
    });
  });

  const open = async (role: OperatorRole = 'owner') => {
    const page = (
      <Routes>
        <Route path="/models/:id" element={<ModelsPage />} />
      </Routes>
    );
    renderSignedIn(page, fetch, { path: '/models/seedance', role });
    await screen.findByRole('heading', { name: 'Seedance' });
  };
  const tab = (name: string) => fireEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }));
  const editor = () => {
    tab('JSON');
    return screen.getByLabelText<HTMLTextAreaElement>('Entry as JSON');
  };
  const edit = (entry: object) => fireEvent.change(editor(), { target: { value: JSON.stringify(entry) } });
  const publish = async (reason = 'The vendor is dearer') => {
    fireEvent.click(screen.getByRole('button', { name: 'Publish …' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: reason } });
    fireEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  };
  const sent = () =>
    fetch.mock.calls.flatMap(([path, init]) =>
      init?.method && init.method !== 'GET' ? [[path, JSON.parse(String(init.body)) as unknown]] : [],
    );

  it('a changed price is counted, compared with the revision in force and published with a reason', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'Publish …' })).toBeDisabled();
    tab('Price');
    const price = screen.getByLabelText('480p');
    expect(price).toHaveValue('3.6');
    fireEvent.change(price, { target: { value: '4.' } });
    expect(price).toHaveValue('4.');
    expect(screen.getByRole('row', { name: /^10 s/ })).toHaveTextContent('40');
    fireEvent.click(screen.getByRole('button', { name: '1 change' }));
    const changes = screen.getByRole('list', { name: 'Changes to revision 2' });
    expect(changes).toHaveTextContent('price.perSecond.480p3600 → 4000');
    model = modelWith([3_000, 3_600, 4_000]);
    await publish();
    await waitFor(() => expect(screen.getByRole('button', { name: 'No changes' })).toBeInTheDocument());
    const body = { entry: entryWith(4_000), expectedRevision: 2, reason: 'The vendor is dearer' };
    expect(sent()).toEqual([[expect.stringContaining('/api/admin/models/seedance'), body]]);
    expect(JSON.parse(editor().value)).toEqual(entryWith(4_000));
  });

  it('a fault stands beside its field and is counted on its tab, and nothing with a fault is published', async () => {
    await open();
    tab('Price');
    fireEvent.change(screen.getByLabelText('480p'), { target: { value: '0' } });
    expect(screen.getByLabelText('480p')).toHaveAccessibleDescription('A price is more than 0');
    expect(screen.getByRole('tab', { name: /^Price/ })).toHaveTextContent('1 fault');
    fireEvent.click(screen.getByRole('button', { name: '1 fault' }));
    expect(screen.getByRole('list', { name: 'Faults' })).toHaveTextContent(
      'price.perSecond.480p A price is more than 0',
    );
    expect(screen.getByRole('button', { name: 'Publish …' })).toBeDisabled();
    fireEvent.change(screen.getByLabelText('480p'), { target: { value: 'much' } });
    expect(screen.getByLabelText('480p')).toBeInvalid();
  });

  it('parameters, routes and states are edited in forms', async () => {
    await open();
    tab('Takes');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Seed' }));
    tab('Routes');
    fireEvent.change(screen.getByLabelText('Field for Seed'), { target: { value: 'seed' } });
    fireEvent.change(screen.getByLabelText('Conversion of Duration'), { target: { value: 'text' } });
    tab('General');
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'deprecated' } });
    fireEvent.change(screen.getByLabelText('Retires on'), { target: { value: '2027-03-01' } });
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'live' } });
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'deprecated' } });
    fireEvent.change(screen.getByLabelText('Retires on'), { target: { value: '2027-04-01' } });
    await publish();
    await waitFor(() => expect(sent()).toHaveLength(1));
    const base = entryWith(3_600);
    const [route] = base.routes;
    const fields = { prompt: 'prompt', duration: { as: 'text', field: 'duration' }, seed: 'seed' };
    expect(sent()[0]?.[1]).toMatchObject({
      entry: {
        ...base,
        parameters: { ...base.parameters, seed: {} },
        routes: [{ ...route, fields }],
        ...{ state: 'deprecated', endsAt: '2027-04-01' },
      },
    });
  });

  it('what is not JSON, or is too long, is not sent, and changes can be discarded', async () => {
    await open();
    fireEvent.change(editor(), { target: { value: '{"id": ' } });
    expect(screen.getByRole('alert')).toHaveTextContent(/^This is not JSON/);
    fireEvent.change(editor(), { target: { value: JSON.stringify('x'.repeat(10_000_000)) } });
    expect(screen.getByRole('alert')).toHaveTextContent('This is longer than 200 kB');
    expect(screen.getByRole('button', { name: 'Publish …' })).toBeDisabled();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(JSON.parse(editor().value)).toEqual(entryWith(3_600));
    expect(sent()).toEqual([]);
  });

  it('what only the server refuses stands at its path until the next change', async () => {
    refusal = () => {
      const details = { state: 'This is the default model, whose prices the plans have' };
      return Response.json({ code: 'validation_failed', details }, { status: 400 });
    };
    await open();
    edit({ ...entryWith(3_600), state: 'retired' });
    await publish();
    fireEvent.click(await screen.findByRole('button', { name: '1 fault' }));
    tab('General');
    expect(screen.getByLabelText('State')).toHaveAccessibleDescription(/This is the default model/);
    edit(entryWith(4_000));
    expect(screen.queryByRole('button', { name: '1 fault' })).toBeNull();
  });

  it('who publishes second sees what the first one changed, and publishes on top of it', async () => {
    refusal = () => {
      model = modelWith([3_000, 3_600, 5_000]);
      return Response.json({ code: 'conflict', message: 'Published', details: { revision: 3 } }, { status: 409 });
    };
    await open();
    edit(entryWith(4_000));
    await publish();
    expect(await screen.findByText('Published')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/asha@example.com published revision 3.*: A new price/)).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'What revision 3 changed' })).toHaveTextContent('3600 → 5000');
    expect(screen.getByRole('button', { name: 'Publish …' })).toBeDisabled();
    fireEvent.click(screen.getByRole('button', { name: 'Compare my entry with revision 3' }));
    fireEvent.click(screen.getByRole('button', { name: '1 change' }));
    expect(screen.getByRole('list', { name: 'Changes to revision 3' })).toHaveTextContent('5000 → 4000');
    refusal = null;
    await publish();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.[1]).toMatchObject({ entry: entryWith(4_000), expectedRevision: 3 });
  });

  it('an earlier revision is restored with a reason, after its changes were shown', async () => {
    await open();
    tab('History');
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
    expect(screen.queryByRole('button', { name: 'Publish …' })).toBeNull();
    tab('History');
    expect(screen.queryByRole('button', { name: 'Restore revision 1' })).toBeNull();
  });

  it('an unknown model is explained', async () => {
    fetch.mockImplementation(() => Promise.resolve(Response.json({ code: 'not_found' }, { status: 404 })));
    renderSignedIn(<ModelsPage />, fetch, { path: '/models/none' });
    expect(await screen.findByText(/It does not exist/)).toBeInTheDocument();
  });

  it('what is sold below its cost is published once the operator accepts it', async () => {
    await open();
    edit(entryWith(4_000));
    const loss = {
      ...{ provider: 'fal', choice: { duration: 5, resolution: '480p' }, credits: 20 },
      ...{ paidMicros: 17_960_000, costMicros: 60_525_000 },
    };
    refusal = () => Response.json({ code: 'conflict', message: 'It loses', details: { loss } }, { status: 409 });
    await publish();
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/5 s at 480p costs ₹60.53 at fal and is sold for 20 credits/)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Sell it below its cost' }));
    refusal = null;
    fireEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual([expect.anything(), expect.objectContaining({ acceptsLoss: true })]);
  });

  it('another model becomes the default after its effect on the plans is shown, and a draft is deleted', async () => {
    model = { ...model, isDefault: false, isDeletable: true };
    const plan = { id: '5s-480p', type: 'video', name: 'Standard', duration: 5, quality: '480p', credits: 22 };
    const answer = fetch.getMockImplementation()!;
    fetch.mockImplementation((input, init) =>
      String(input).endsWith('/plans')
        ? Promise.resolve(Response.json({ data: { items: [plan, { ...plan, id: 'x', quality: '720p' }] } }))
        : answer(input, init),
    );
    await open();
    const confirm = async (opener: string, label: string) => {
      fireEvent.click(screen.getByRole('button', { name: opener }));
      const dialog = within(await screen.findByRole('dialog'));
      fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Seedance ends' } });
      if (label === 'Make default') {
        expect(await dialog.findByText('22 → 18 credits')).toBeInTheDocument();
        expect(dialog.getByText('not made by this model')).toBeInTheDocument();
      }
      fireEvent.click(dialog.getByRole('button', { name: label }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    };
    await confirm('Make default …', 'Make default');
    await confirm('Delete …', 'Delete');
    const reason = { reason: 'Seedance ends' };
    expect(sent()).toEqual([
      [expect.stringContaining('/models/seedance/default'), reason],
      [expect.stringMatching(/models\/seedance$/), reason],
    ]);
  });
});
