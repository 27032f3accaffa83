import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import type { DeadLetterRow } from './dead-letter-row';
import DeadLettersPage from './dead-letters-page';

const row: DeadLetterRow = {
  id: 'd-1',
  service: 'billing',
  source: 'queue',
  kind: 'event',
  name: 'generation.requestSettled',
  entryId: 'e-1',
  reason: 'failed',
  error: 'The handler failed',
  attempts: 25,
  preview: '{"credits":18}',
  firstSeenAt: '2026-11-01T00:00:00.000Z',
  setAsideAt: '2026-11-01T00:10:00.000Z',
  replayedAt: null,
};

describe('the dead letters page', () => {
  let replayedAt: string | null = null;
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(async () => {
    replayedAt = null;
    fetch.mockReset();
    fetch.mockImplementation((_, init) => {
      if (init?.method === 'POST') replayedAt = '2026-11-02T00:00:00.000Z';
      const data = { items: [{ ...row, replayedAt }], nextCursor: null, total: 1, unavailable: [] };
      return Promise.resolve(Response.json({ success: true, data }));
    });
    renderSignedIn(<DeadLettersPage />, fetch);
    await screen.findByText('generation.requestSettled');
  });

  it('a message is replayed once a reason is given', async () => {
    expect(screen.getByText('Handler failed')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: /^Replay/ }));
    expect(await screen.findByRole('dialog', { name: 'Replay generation.requestSettled?' })).toHaveTextContent(
      `Billing: ${row.error}`,
    );
    const confirm = await screen.findByRole('button', { name: 'Replay' });
    expect(confirm).toBeDisabled();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' The bug is fixed ' } });
    fireEvent.click(confirm);
    expect(await screen.findByText('Replaying')).toBeInTheDocument();
    const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'POST') ?? [];
    expect([path, init?.body]).toEqual([
      expect.stringContaining('/api/admin/dead-letters/billing/d-1/replay'),
      '{"reason":"The bug is fixed"}',
    ]);
  });

  it('the list is filtered by service', async () => {
    fireEvent.change(screen.getByLabelText('Service'), { target: { value: 'auth' } });
    await vi.waitFor(() => expect(String(fetch.mock.lastCall?.[0])).toContain('service=auth'));
  });
});
