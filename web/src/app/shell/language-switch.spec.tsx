import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { ServicesProvider } from '../../lib/services';
import { fakeServer } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import LanguageSwitch from './language-switch';

it('the languages have their own names, and the current one is marked', () => {
  const { fetch } = fakeServer({});
  const session = sessionStore(fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <LanguageSwitch />
    </ServicesProvider>,
  );
  const switches = within(screen.getByRole('list', { name: 'Language' })).getAllByRole('button');
  expect(switches.map(({ textContent, lang }) => [textContent, lang])).toEqual([
    ['English', 'en'],
    ['हिन्दी', 'hi'],
  ]);
  expect(switches.map((one) => one.getAttribute('aria-current'))).toEqual(['true', null]);
});
