import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import RunbookPage from './runbook-page';

it('a step of a runbook links the screen that it names', () => {
  const page = (
    <Routes>
      <Route path="/runbooks/:kind" element={<RunbookPage />} />
    </Routes>
  );
  renderSignedIn(page, vi.fn<typeof fetch>(), { path: '/runbooks/submissions_unconfirmed' });
  const link = screen.getByRole('link', { name: 'unconfirmed jobs' });
  expect(link).toHaveAttribute('href', '/jobs?status=unknown');
  expect(link.closest('li')).toHaveTextContent('Open one of the unconfirmed jobs.');
});
