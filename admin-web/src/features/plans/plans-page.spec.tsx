import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import PlansPage from './plans-page';

const plan = { id: '5s-480p', type: 'video', name: 'Standard Video', duration: 5, quality: '480p', popular: true };

describe('the plans page', () => {
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
    fetch.mockReset();
    fetch.mockImplementation((path, init) => {
      if (path === '/api/admin/settings')
        return Promise.resolve(Response.json({ success: true, data: { approveAbove } }));
      if (init?.method === 'PATCH') ({ credits } = JSON.parse(String(init.body)) as { credits: number });
      return Promise.resolve(Response.json({ success: true, data: { items: [{ ...plan, credits }] } }));
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
    fetch.mockImplementationOnce(() =>
      Promise.resolve(Response.json({ code: 'conflict', details: { credits: 19 } }, { status: 409 })),
    );
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
