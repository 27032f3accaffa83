import type { StoredSafetySettings } from '@luit/contracts/generation/safety';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import SafetyPage from './safety-page';

const NONE = { verdict: 'refuse' as const, words: [] };
const SETTINGS: StoredSafetySettings = {
  changedAt: '2026-11-27T06:00:00.000Z',
  categories: {
    minors: NONE,
    intimate_imagery: NONE,
    violence: NONE,
    self_harm: NONE,
    impersonation: { verdict: 'review', words: ['Some Minister*'] },
    other: NONE,
  },
  throttle: { refusals: 5, windowMinutes: 10, pauseMinutes: 10 },
  classifier: {
    onFailure: 'review',
    thresholds: { minors: 50, intimate_imagery: 80, violence: 80, self_harm: 80, impersonation: 90, other: 90 },
  },
};

describe('the safety page', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(() => {
    fetch.mockReset();
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: SETTINGS })));
  });

  const show = async (role: 'operations' | 'support' = 'operations') => {
    renderSignedIn(<SafetyPage />, fetch, { role });
    await screen.findByRole('region', { name: 'People and elections' });
  };
  const section = (name: string) => within(screen.getByRole('region', { name }));
  const sent = () =>
    fetch.mock.calls.flatMap(([path, init]) =>
      init?.method && init.method !== 'GET'
        ? [[init.method, new URL(String(path), 'http://admin').pathname, JSON.parse(String(init.body)) as unknown]]
        : [],
    );

  const save = (reason: string) => {
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  const setVerdict = (verdict: string) =>
    fireEvent.change(section('People and elections').getByLabelText('Prompts of this category'), {
      target: { value: verdict },
    });

  it('one Save sends everything that changed, with a reason', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    setVerdict('refuse');
    fireEvent.change(section('People and elections').getByLabelText('Your own words and phrases'), {
      target: { value: ' Some Minister*\n\nचुनाव*\nSome Minister*' },
    });
    const refusals = section('Repeated refusals').getByLabelText('Refused prompts');
    fireEvent.change(refusals, { target: { value: '1' } });
    const violence = section('Classifier').getByLabelText('Graphic violence and terror, percent');
    fireEvent.change(violence, { target: { value: '70' } });
    expect(within(screen.getByRole('list', { name: 'Your changes' })).getAllByRole('listitem')).toHaveLength(4);
    save('');
    expect(await screen.findByText('Enter a whole number from 2 to 100')).toBeInTheDocument();
    fireEvent.change(refusals, { target: { value: '3' } });
    expect(sent()).toEqual([]);
    save('The election is announced');
    const change = {
      categories: { impersonation: { verdict: 'refuse', words: ['Some Minister*', 'चुनाव*'] } },
      throttle: { refusals: 3, windowMinutes: 10, pauseMinutes: 10 },
      classifier: { onFailure: 'review', thresholds: { ...SETTINGS.classifier.thresholds, violence: 70 } },
      basedOn: SETTINGS.changedAt,
      reason: 'The election is announced',
    };
    await waitFor(() => expect(sent()).toEqual([['PUT', '/api/admin/safety', change]]));
  });

  it('what somebody else saved meanwhile is shown, and kept unless this operator changed it too', async () => {
    await show();
    setVerdict('off');
    const stored = {
      ...SETTINGS,
      categories: { ...SETTINGS.categories, violence: { verdict: 'review' as const, words: [] } },
      changedAt: '2026-11-27T06:05:00.000Z',
    };
    const refusal = { success: false, code: 'conflict', message: 'Changed', details: stored };
    fetch.mockImplementation(() => Promise.resolve(Response.json(refusal, { status: 409 })));
    save('The election is over');
    const theirs = within(await screen.findByRole('list', { name: 'Saved by somebody else' }));
    expect(theirs.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Graphic violence and terror: Refuse → Make, and list for review',
    ]);
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: stored })));
    fireEvent.click(screen.getByRole('button', { name: 'Apply my changes on top' }));
    expect(section('Graphic violence and terror').getByLabelText('Prompts of this category')).toHaveValue('review');
    expect(section('People and elections').getByLabelText('Prompts of this category')).toHaveValue('off');
    save('The election is over');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]![2]).toEqual({
      categories: { impersonation: { verdict: 'off', words: ['Some Minister*'] } },
      ...{ basedOn: stored.changedAt, reason: 'The election is over' },
    });
  });

  it('sexual content involving minors is always refused', async () => {
    await show();
    expect(section('Sexual content involving minors').getByLabelText('Prompts of this category')).toBeDisabled();
  });

  it('a role that may only read cannot change them', async () => {
    await show('support');
    expect(screen.getByText('Your role can view the settings but not change them.')).toBeInTheDocument();
    expect(section('Other words').getByLabelText('Your own words and phrases')).toBeDisabled();
  });
});
