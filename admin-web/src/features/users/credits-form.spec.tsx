import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { CreditsCell } from './credits-cell';

const user = { id: 'u-1', email: 'asha@example.com', credits: 5, status: 'active' as const };

describe('the inline credit editor', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(() => {
    fetch.mockReset();
    renderSignedIn(<CreditsCell user={user} />, fetch);
    fireEvent.click(screen.getByRole('button', { name: 'Edit credits of asha@example.com' }));
  });

  const enterReason = (reason: string) =>
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } });
  const save = (credits: string) => {
    fireEvent.change(screen.getByLabelText('Credits of asha@example.com'), { target: { value: credits } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  const sent = (call: number) => JSON.parse(String(fetch.mock.calls[call]?.[1]?.body)) as object;

  it('each field has a visible label, and no reason is prefilled [G-35]', () => {
    expect(screen.getByText('Credits', { selector: 'label' })).toBeVisible();
    expect(screen.getByText('Reason', { selector: 'label' })).toBeVisible();
    expect(screen.getByText('Required. Recorded in the audit log.')).toBeVisible();
    expect(screen.getByLabelText('Reason')).toHaveValue('');
    expect(screen.getByLabelText('Reason')).toBeRequired();
  });

  it('the fields keep their labels when a large change has to be typed again', async () => {
    const large = { success: false, code: 'confirmation_required', message: 'Large', details: { confirmation: '995' } };
    fetch.mockResolvedValueOnce(Response.json(large, { status: 400 }));
    enterReason('goodwill');
    save('1000');
    expect(await screen.findByText('Type 995 to confirm')).toBeVisible();
    expect(screen.getByLabelText('Type 995 to confirm')).toHaveFocus();
  });

  it('Cancel and Escape close the editor without a request [ADM-13]', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('5')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: /^Edit credits/ }));
    fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape' });
    expect(screen.queryByLabelText('Reason')).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each(['-1', '1.5', '1000000000000', ''])('an invalid number %j is not sent [ADM-13]', (credits) => {
    save(credits);
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a whole number, 0 or more');
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each(['', '   ', 'ok'])('a change with the reason %j is not sent [G-35]', (reason) => {
    enterReason(reason);
    save('9');
    expect(screen.getByRole('alert')).toHaveTextContent('Please give a reason');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('a save sends the expected balance and the reason [ADM-14, G-35]', async () => {
    fetch.mockResolvedValue(Response.json({ success: true, data: { credits: 9 } }));
    enterReason(' goodwill ');
    save('9');
    expect(await screen.findByRole('button', { name: /^Edit credits/ })).toBeInTheDocument();
    expect(sent(0)).toEqual({ credits: 9, expectedCredits: 5, reason: 'goodwill' });
  });

  it('a failed save shows an error [ADM-15]', async () => {
    fetch.mockResolvedValue(Response.json({ success: false }, { status: 500 }));
    enterReason('goodwill');
    save('9');
    expect(await screen.findByText('Failed to update credits. Please try again.')).toBeInTheDocument();
  });

  it('a conflict shows the current balance, and the next save expects it [G-35]', async () => {
    const moved = { success: false, code: 'conflict', message: 'x', details: { credits: 7 } };
    fetch.mockResolvedValueOnce(Response.json(moved, { status: 409 }));
    enterReason('goodwill');
    save('9');
    expect(await screen.findByText(/changed to 7/)).toBeInTheDocument();
    fetch.mockResolvedValueOnce(Response.json({ success: true, data: { credits: 9 } }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: /^Edit credits/ })).toBeInTheDocument();
    expect(sent(1)).toMatchObject({ credits: 9, expectedCredits: 7 });
  });
});
