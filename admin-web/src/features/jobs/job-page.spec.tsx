import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import JobPage from './job-page';

it('a job that cannot be read keeps the heading and the way back', async () => {
  const body = { success: false, code: 'not_found', message: 'Job not found', error: 'Job not found' };
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockImplementation(() => Promise.resolve(Response.json(body, { status: 404 })));
  renderSignedIn(<JobPage />, fetch);
  expect(await screen.findByText('Could not load job')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Job' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '← Jobs' })).toHaveAttribute('href', '/jobs');
});
