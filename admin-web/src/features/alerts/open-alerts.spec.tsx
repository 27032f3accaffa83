import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { OpenAlerts } from './open-alerts';

function Banner() {
  const query = useQuery({
    queryKey: ['alerts'],
    queryFn: () => Promise.reject(new Error('Please try again.')),
    retry: false,
  });
  return <OpenAlerts query={query} />;
}

it('alerts that could not be loaded do not look like no alerts', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Banner />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/Could not load the open alerts/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
