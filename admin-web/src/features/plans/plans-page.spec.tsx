import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import PlansPage from './plans-page';

const plan = { id: '5s-480p', type: 'video', name: 'Standard Video', duration: 5, quality: '480p', popular: true };

describe('the plans page', () => {
  let credits = 18;
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(async () => {
    credits = 18;
    fetch.mockReset();
    fetch.mockImplementation((_, init) => {
      if (init?.method === 'PATCH') ({ credits } = JSON.parse(String(init.body)) as { credits: number });
      return Promise.resolve(Response.json({ success: true, data: { items: [{ ...plan, credits }] } }));
    });
    renderSignedIn(<PlansPage />, fetch);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit credits of Standard Video' }));
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
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
