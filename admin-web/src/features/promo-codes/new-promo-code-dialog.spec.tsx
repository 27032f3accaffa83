import { newPromoCodeBody } from '@luit/contracts/billing/promo-codes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endOfDay, startOfDay, todayPlus } from '../../lib/format';
import { renderSignedIn } from '../../testing/render-signed-in';
import { generateCode } from './generate-code';
import { NewPromoCodeDialog } from './new-promo-code-dialog';

describe('the form of a new promotional code', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const onClose = vi.fn();

  beforeEach(() => {
    fetch.mockReset();
    onClose.mockReset();
    renderSignedIn(<NewPromoCodeDialog onClose={onClose} />, fetch);
  });

  const fill = async (label: string | RegExp, text: string) => {
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    if (text) await userEvent.type(field, text);
  };
  const create = () => screen.getByRole('button', { name: 'Create code' });
  const sent = (call: number) => JSON.parse(String(fetch.mock.calls[call]?.[1]?.body)) as object;
  const keyOf = (call: number) => new Headers(fetch.mock.calls[call]?.[1]?.headers).get('idempotency-key');

  it('creates a code from the first to the end of the last day', async () => {
    fetch.mockResolvedValue(Response.json({ success: true, data: { promoCode: {}, approval: null } }));
    expect(create()).toBeDisabled();
    await fill('Code', 'welcome-50');
    await fill('Reason', 'Bihu campaign');
    await fill('Credits expire after (days)', '');
    await userEvent.click(screen.getByLabelText(/^Only new customers/));
    expect(screen.getByText('5,000 credits')).toBeInTheDocument();
    await userEvent.click(create());
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    const body = sent(0);
    expect(newPromoCodeBody.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      code: 'WELCOME50',
      credits: 50,
      startsAt: startOfDay(todayPlus(0)),
      endsAt: endOfDay(todayPlus(30)),
      lifetimeDays: null,
      reason: 'Bihu campaign',
    });
    // The total number of redemptions and the checkbox.
    expect(Object.values(body)).toEqual(expect.arrayContaining([100, true]));
  });

  it('a large total is typed again, under the same key', async () => {
    const refusal = {
      success: false,
      code: 'validation_failed',
      message: 'Type it',
      details: { confirmation: '50000' },
    };
    fetch.mockResolvedValueOnce(Response.json(refusal, { status: 400 }));
    await fill('Code', 'WELCOME50');
    await fill('Total redemptions', '1000');
    await fill('Reason', 'Bihu campaign');
    await userEvent.click(create());
    await userEvent.type(await screen.findByLabelText('Type 50000 to confirm'), '50000');
    const approval = { id: 'a-1', action: { kind: 'promo_code' }, preview: {} };
    fetch.mockResolvedValueOnce(Response.json({ success: true, data: { promoCode: null, approval } }));
    await userEvent.click(create());
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent(1)).toMatchObject({ confirmation: '50000' });
    expect(keyOf(1)).toBe(keyOf(0));
  });

  it.each([
    ['Code', 'ABC', 'Use 4 to 24 letters and digits'],
    ['Credits per redemption', '0', 'Enter a whole number from 1 to 1,00,000'],
    ['Total redemptions', '1.5', 'Enter a whole number from 1 to 1,00,000'],
    ['Credits expire after (days)', '4000', 'Enter a whole number from 1 to 3,650'],
  ])('says what is wrong with the field "%s"', async (label, text, fault) => {
    await fill('Code', 'WELCOME50');
    await fill('Reason', 'Bihu campaign');
    expect(create()).toBeEnabled();
    await fill(label, text);
    expect(screen.getByText(fault)).toBeInTheDocument();
    expect(create()).toBeDisabled();
  });

  it('generates a code without letters that look alike', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Generate' }));
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toMatch(/^(?!.*[01ILO])[A-Z\d]{10}$/);
    expect(new Set(Array.from({ length: 50 }, generateCode)).size).toBe(50);
  });
});
