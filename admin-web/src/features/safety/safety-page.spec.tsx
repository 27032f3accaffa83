import type { SafetySettings } from '@luit/contracts/generation/safety';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import SafetyPage from './safety-page';

const NONE = { verdict: 'refuse' as const, words: [] };
const SETTINGS: SafetySettings = {
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

  it('the verdict and the words of a category are saved with a reason', async () => {
    await show();
    const people = section('People and elections');
    expect(people.getByLabelText('Your own words and phrases')).toHaveValue('Some Minister*');
    fireEvent.change(people.getByLabelText('Prompts of this category'), { target: { value: 'refuse' } });
    fireEvent.change(people.getByLabelText('Your own words and phrases'), {
      target: { value: ' Some Minister*\n\nचुनाव*\nSome Minister*' },
    });
    fireEvent.click(people.getByRole('button', { name: 'Save People and elections' }));
    expect(await people.findByText(/reason/i, { selector: '[role="alert"], p' })).toBeInTheDocument();
    expect(sent()).toEqual([]);
    fireEvent.change(people.getByLabelText('Reason'), { target: { value: 'The election is announced' } });
    fireEvent.click(people.getByRole('button', { name: 'Save People and elections' }));
    const change = { verdict: 'refuse', words: ['Some Minister*', 'चुनाव*'], reason: 'The election is announced' };
    await waitFor(() => expect(sent()).toEqual([['PUT', '/api/admin/safety/categories/impersonation', change]]));
  });

  it('sexual content involving minors is always refused', async () => {
    await show();
    expect(section('Sexual content involving minors').getByLabelText('Prompts of this category')).toBeDisabled();
  });

  it('the numbers of the throttle are checked and saved', async () => {
    await show();
    const throttle = section('Repeated refusals');
    fireEvent.change(throttle.getByLabelText('Refused prompts'), { target: { value: '1' } });
    fireEvent.change(throttle.getByLabelText('Reason'), { target: { value: 'Too many attempts' } });
    fireEvent.click(throttle.getByRole('button', { name: 'Save Repeated refusals' }));
    expect(await throttle.findByText('Enter a whole number from 2 to 100')).toBeInTheDocument();
    fireEvent.change(throttle.getByLabelText('Refused prompts'), { target: { value: '3' } });
    fireEvent.click(throttle.getByRole('button', { name: 'Save Repeated refusals' }));
    const change = { refusals: 3, windowMinutes: 10, pauseMinutes: 10, reason: 'Too many attempts' };
    await waitFor(() => expect(sent()).toEqual([['PUT', '/api/admin/safety/throttle', change]]));
  });

  it('the thresholds of the classifier are saved', async () => {
    await show();
    const classifier = section('Classifier');
    fireEvent.change(classifier.getByLabelText('Requests that the classifier did not answer'), {
      target: { value: 'unavailable' },
    });
    const violence = classifier.getByLabelText('Graphic violence and terror, percent');
    fireEvent.change(violence, { target: { value: '0' } });
    fireEvent.change(classifier.getByLabelText('Reason'), { target: { value: 'A new model' } });
    fireEvent.click(classifier.getByRole('button', { name: 'Save Classifier' }));
    expect(await classifier.findByText('Enter a whole number from 1 to 100')).toBeInTheDocument();
    fireEvent.change(violence, { target: { value: '70' } });
    fireEvent.click(classifier.getByRole('button', { name: 'Save Classifier' }));
    const change = {
      onFailure: 'unavailable',
      ...SETTINGS.classifier.thresholds,
      violence: 70,
      reason: 'A new model',
    };
    await waitFor(() => expect(sent()).toEqual([['PUT', '/api/admin/safety/classifier', change]]));
  });

  it('a role that may only read cannot change them', async () => {
    await show('support');
    expect(screen.getByText('Your role can view the settings but not change them.')).toBeInTheDocument();
    expect(section('Other words').getByLabelText('Reason')).toBeDisabled();
  });
});
