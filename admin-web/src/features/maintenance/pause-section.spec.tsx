import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { PauseSection } from './pause-section';
import type { AdminServiceStatus } from './service-status-query';

const PAUSE = {
  since: '2026-11-24T08:00:00.000Z',
  reason: 'fal is down',
  adminId: 'a1',
  admin_email: 'asha@luit.example',
};

describe('the switch that pauses new jobs', () => {
  /** Another operator changes the pause while the page is open. */
  function show(before: AdminServiceStatus['pause'], after: AdminServiceStatus['pause']) {
    const fetch = vi.fn<typeof globalThis.fetch>();
    const Page = () => {
      const [pause, setPause] = useState(before);
      return (
        <>
          <PauseSection pause={pause} />
          <div aria-hidden data-testid="other" onClick={() => setPause(after)} />
        </>
      );
    };
    renderSignedIn(<Page />, fetch, { role: 'owner' });
    return { fetch, user: userEvent.setup({ pointerEventsCheck: 0 }) };
  }

  it('keeps its question when another operator pauses meanwhile, says who did, and changes nothing', async () => {
    const { fetch, user } = show(null, PAUSE);
    await user.click(screen.getByRole('button', { name: 'Pause new jobs…' }));
    await user.type(await screen.findByLabelText(/Reason/), 'maintenance');
    await user.click(screen.getByTestId('other'));
    expect(screen.getByRole('dialog', { name: 'Pause new jobs?' })).toHaveTextContent(
      'asha@luit.example paused new jobs in the meantime: fal is down',
    );
    expect(screen.getByRole('button', { name: 'Pause new jobs' })).toBeDisabled();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('keeps its question when new jobs are accepted again meanwhile', async () => {
    const { user } = show(PAUSE, null);
    await user.click(screen.getByRole('button', { name: 'Accept new jobs…' }));
    await user.click(screen.getByTestId('other'));
    expect(await screen.findByRole('dialog', { name: 'Accept new jobs again?' })).toHaveTextContent(
      'New jobs are already accepted again.',
    );
    expect(screen.getByRole('button', { name: 'Accept new jobs' })).toBeDisabled();
  });
});
