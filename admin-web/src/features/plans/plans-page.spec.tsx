import type { AdminModel } from '@luit/contracts/generation/model-editor';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import PlansPage from './plans-page';

const MODELS: AdminModel[] = [
  modelOf('seedance', { isDefault: true, price: { perSecond: { '480p': 3_600, '720p': 7_200 } } }),
  modelOf('stableVideo', { price: { perSecond: { '480p': 4_320, '720p': 8_640 } } }),
  modelOf('short', { durations: [5], price: { perSecond: { '480p': 3_600, '720p': 7_200 } } }),
  modelOf('retired', { state: 'retired', price: { perSecond: { '480p': 3_600 } } }),
];

function modelOf(id: string, fields: Partial<AdminModel>): AdminModel {
  const shared = { id, name: id, output: 'video', state: 'live', isDefault: false, revision: 1, price: null } as const;
  return {
    ...shared,
    durations: [5, 10],
    qualities: ['480p', '720p'],
    providers: ['replicate'],
    missing: [],
    ...fields,
  };
}

const plan = { id: '5s-480p', type: 'video', name: 'Standard Video', duration: 5, quality: '480p', popular: true };

const LONGER = { ...plan, id: '10s-480p', name: 'Extended Video', duration: 10, credits: 36 };
const SHARPER = { ...plan, id: '5s-720p', name: 'HD Video', quality: '720p', credits: 36 };

describe('the plans page', () => {
  let modelsAnswer: () => Response;
  /** The answer to the next change. */
  let refusal: Response | null;
  let credits = 18;
  let approveAbove: { refundPaise: number | null; credits: number | null };
  const fetch = vi.fn<typeof globalThis.fetch>();

  const open = async () => {
    renderSignedIn(<PlansPage />, fetch);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit credits of Standard Video' }));
  };

  beforeEach(async () => {
    credits = 18;
    approveAbove = { refundPaise: null, credits: null };
    modelsAnswer = () => Response.json({ data: { items: MODELS } });
    refusal = null;
    fetch.mockReset();
    fetch.mockImplementation((path, init) => {
      if (path === '/api/admin/settings')
        return Promise.resolve(Response.json({ success: true, data: { approveAbove } }));
      if (path === '/api/admin/models') return Promise.resolve(modelsAnswer());
      if (init?.method === 'PATCH' && refusal) {
        const refused = refusal;
        refusal = null;
        return Promise.resolve(refused);
      }
      if (init?.method === 'PATCH') ({ credits } = JSON.parse(String(init.body)) as { credits: number });
      const items = [{ ...plan, credits }, LONGER, SHARPER];
      return Promise.resolve(Response.json({ success: true, data: { items } }));
    });
    await open();
  });

  const save = (text: string) => {
    fireEvent.change(screen.getByLabelText('Credits of Standard Video'), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  };

  it('a new price is saved and shown [G-27]', async () => {
    save('20');
    expect(await screen.findByText('20')).toBeInTheDocument();
    const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'PATCH') ?? [];
    expect([path, init?.body]).toEqual([
      expect.stringContaining('/api/admin/plans/5s-480p'),
      '{"credits":20,"expectedCredits":18}',
    ]);
  });

  it('a conflicting change is reported, and saving again overwrites it [G-27]', async () => {
    refusal = Response.json({ code: 'conflict', details: { credits: 19 } }, { status: 409 });
    save('20');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The price was changed to 19 in the meantime. Save again to overwrite it.',
    );
    save('20');
    expect(await screen.findByText('20')).toBeInTheDocument();
    const sent = fetch.mock.calls.flatMap(([, init]) => (init?.method === 'PATCH' ? [String(init.body)] : []));
    expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([
      { credits: 20, expectedCredits: 18 },
      { credits: 20, expectedCredits: 19 },
    ]);
  });

  it.each(['0', '-1', '1.5', '', '100001'])('an invalid price %j is not sent [G-27]', (text) => {
    save(text);
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a whole number from 1 to 1,00,000');
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'PATCH')).toBe(false);
  });

  it('the other prices that a new price changes are shown before it is saved', async () => {
    expect(screen.getByText(/changes what a second at that resolution costs/)).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Credits of Standard Video'), { target: { value: '20' } });
    const list = await screen.findByRole('list', { name: 'Other prices' });
    // Neither the other resolution, nor what a model does not make, nor a retired model.
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Extended Video36 → 40',
      'Standard Video, stableVideo22 → 24',
      'Extended Video, stableVideo44 → 48',
      'Standard Video, short18 → 20',
    ]);
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'PATCH')).toBe(false);
  });

  it('a price without an effect on others, and other prices that cannot be read, are said', async () => {
    modelsAnswer = () => Response.json({ code: 'unavailable' }, { status: 503 });
    fireEvent.change(screen.getByLabelText('Credits of Standard Video'), { target: { value: '20' } });
    expect(await screen.findByText(/^The other prices are unknown/)).toBeInTheDocument();
    cleanup();
    modelsAnswer = () => Response.json({ data: { items: [] } });
    await open();
    fireEvent.change(screen.getByLabelText('Credits of Standard Video'), { target: { value: '20' } });
    expect(await screen.findByText('No other price changes.')).toBeInTheDocument();
  });

  it('a lower price says that a second operator must approve it, and asks for the reason', async () => {
    cleanup();
    approveAbove = { refundPaise: null, credits: 100 };
    await open();
    fireEvent.change(screen.getByLabelText('Credits of Standard Video'), { target: { value: '20' } });
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
    fireEvent.change(screen.getByLabelText('Credits of Standard Video'), { target: { value: '17' } });
    expect(await screen.findByText(/a second operator must approve this/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Request approval' })).toBeDisabled();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Diwali prices' } });
    fireEvent.click(screen.getByRole('button', { name: 'Request approval' }));
    const bodies = () => fetch.mock.calls.flatMap(([, init]) => (init?.method === 'PATCH' ? [String(init.body)] : []));
    await waitFor(() => expect(bodies()).toEqual(['{"credits":17,"expectedCredits":18,"reason":"Diwali prices"}']));
  });
});
