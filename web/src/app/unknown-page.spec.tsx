import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { UnknownPage, type UnknownPageState } from './unknown-page';
import UnknownPageNotice from './unknown-page-notice';

/** What the shell shows above the page. */
function Notice() {
  const state = useLocation().state as UnknownPageState | null;
  return state && <UnknownPageNotice path={state.unknownPath} />;
}

it('an unknown path leads home, where a message says so until it is dismissed [G-60]', async () => {
  render(
    <MemoryRouter initialEntries={['/no/such-page']}>
      <Notice />
      <Routes>
        <Route index element={<p>home</p>} />
        <Route path="*" element={<UnknownPage />} />
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByText('home')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('There’s no page at /no/such-page.');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss message' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
