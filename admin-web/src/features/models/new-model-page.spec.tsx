import type { ModelCheck } from '@luit/contracts/generation/model-checks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import NewModelPage from './new-model-page';
import { entryWith, modelWith } from './testing-entry';

const AT = '2026-11-29T09:00:00.000Z';

const VENDOR = { name: 'replicate', settings: { kind: 'replicate' } };

describe('the page of a new model', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  let refusal: Response | null;
  let check: ModelCheck;

  beforeEach(() => {
    refusal = null;
    fetch.mockReset();
    fetch.mockImplementation((input, init) => {
      if (String(input).includes('/model-checks')) return Promise.resolve(Response.json({ data: { check } }));
      if (init?.method === 'POST') {
        return Promise.resolve(refusal ?? Response.json({ data: { model: modelWith([3_600]) } }, { status: 201 }));
      }
      const data = String(input).includes('/models/')
        ? { model: modelWith([3_600]) }
        : { items: [], prices: [], rates: [], providers: [VENDOR] };
      return Promise.resolve(Response.json({ data }));
    });
  });

  const open = (path: string) =>
    renderSignedIn(
      <Routes>
        <Route path="/new-model" element={<NewModelPage />} />
        <Route path="/models/:id" element={<p>The page of the draft</p>} />
      </Routes>,
      fetch,
      { path, role: 'owner' },
    );
  const save = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save draft …' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A new model' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save draft' }));
  };

  it('from scratch, names what is missing and saves nothing before', async () => {
    open('/new-model');
    expect(screen.getByRole('button', { name: 'Save draft …' })).toBeDisabled();
    expect(screen.getByLabelText('ID')).toBeValid();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } });
    expect(screen.getByLabelText('ID')).toBeInvalid();
    expect(screen.getByLabelText('Description in English')).toHaveAccessibleDescription('This is missing');
    expect(screen.getByRole('tab', { name: /^General/ })).toHaveTextContent(/faults/);
    fireEvent.click(screen.getByRole('tab', { name: /^Price/ }));
    expect(await screen.findByText('The table of prices appears when the entry has no faults.')).toBeInTheDocument();
  });

  it('from a workflow, asks for the provider of its route', async () => {
    open('/new-model');
    await screen.findByRole('option', { name: 'replicate' });
    fireEvent.change(screen.getByLabelText('Import from'), { target: { value: 'workflow' } });
    const graph = { 1: { class_type: 'SaveVideo', inputs: { filename_prefix: 'x' } } };
    fireEvent.change(screen.getByLabelText('Workflow'), { target: { value: JSON.stringify(graph) } });
    fireEvent.click(screen.getByRole('button', { name: 'Propose a model' }));
    fireEvent.click(screen.getByRole('tab', { name: /^Routes/ }));
    expect(await screen.findByLabelText('Provider')).toHaveAccessibleDescription('Choose a provider');
  });

  it('a copy is a draft with another id, which is saved with a reason', async () => {
    open('/new-model?copy=seedance');
    expect(await screen.findByLabelText('ID')).toHaveValue('seedance-copy');
    fireEvent.change(screen.getByLabelText('ID'), { target: { value: 'seedance-2' } });
    await save();
    expect(await screen.findByText('The page of the draft')).toBeInTheDocument();
    const [, init] = fetch.mock.calls.find(([, each]) => each?.method === 'POST')!;
    expect(JSON.parse(String(init?.body))).toEqual({
      entry: { ...entryWith(3_600), id: 'seedance-2', name: 'Seedance copy', state: 'draft' },
      reason: 'A new model',
    });
  });

  const imported = (changes: Partial<ModelCheck>): ModelCheck => ({
    ...{ id: 'c1', kind: 'schema', provider: 'replicate', model: 'kuaishou/kling-3', state: 'succeeded', input: null },
    ...{ taskId: null, fields: null, outputUrl: null, error: null, createdAt: AT, endedAt: AT },
    ...changes,
  });
  const importModel = async () => {
    await screen.findByRole('option', { name: 'replicate' });
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'kuaishou/kling-3' } });
    fireEvent.click(screen.getByRole('button', { name: 'Read its input' }));
  };
  const NUMBERS = { values: null, minimum: null, maximum: null, preset: null, description: '' };

  it('what a vendor publishes fills the form, and names the fields that nothing fills', async () => {
    const fields: ModelCheck['fields'] = [
      { name: 'prompt', type: 'text', isRequired: true, ...NUMBERS },
      { name: 'duration', type: 'integer', isRequired: false, ...NUMBERS, values: [5, 10] },
      { name: 'cfg', type: 'number', isRequired: true, ...NUMBERS },
    ];
    check = imported({ fields });
    open('/new-model');
    await importModel();
    expect(await screen.findByText(/Review each tab/)).toBeInTheDocument();
    expect(screen.getByText('cfg').closest('p')).toHaveTextContent('Nothing fills cfg (required).');
    expect(screen.getByLabelText('ID')).toHaveValue('kling-3');
    fireEvent.click(screen.getByRole('tab', { name: /^Routes/ }));
    expect(screen.getByLabelText('Model for a prompt alone')).toHaveValue('kuaishou/kling-3');
  });

  it('a failed import says why, and the form stays', async () => {
    check = imported({ state: 'failed', error: 'http_404: Not found' });
    open('/new-model');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } });
    await importModel();
    expect(await screen.findByText('Nothing was imported. http_404: Not found')).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('Mine');
  });

  it('an id in use is named beside its field', async () => {
    refusal = Response.json(
      { code: 'validation_failed', details: { id: 'Seedance has the id seedance' } },
      { status: 400 },
    );
    open('/new-model?copy=seedance');
    await screen.findByLabelText('ID');
    await save();
    await waitFor(() => expect(screen.getByLabelText('ID')).toHaveAccessibleDescription(/Seedance has the id/));
  });
});
