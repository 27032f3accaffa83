import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PageBoundary } from './page-boundary';

function BrokenPage(): never {
  throw new RangeError('Invalid time value');
}

it('a page that fails to render says so, and the next page is shown', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { rerender } = render(
    <PageBoundary key="/provider-costs">
      <BrokenPage />
    </PageBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  expect(screen.getByText('Invalid time value')).toBeInTheDocument();
  expect(logged).toHaveBeenCalled();
  rerender(
    <PageBoundary key="/users">
      <h1>Users</h1>
    </PageBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Users' })).toBeInTheDocument();
});
