import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { JobStats } from './job-stats';

const now = {
  ...{ perMinute: 400, successRate: 0.9996, recentSuccessRate: 0.9999, waiting: 0, running: 0, collecting: 0 },
  ...{ unknown: 0, unknownCanceling: 0, unknownSince: null, oldestSince: null, drain: 0, drainUnknown: null },
};

it('an empty queue says how many results are still being copied', () => {
  const { rerender } = render(<JobStats now={now} isFailed={false} />);
  expect(screen.getByText('No job is waiting')).toBeVisible();
  rerender(<JobStats now={{ ...now, collecting: 2 }} isFailed={false} />);
  expect(screen.getByText('2 results are being copied')).toBeVisible();
});

it('a success rate never reads as 100% while a job failed', () => {
  render(<JobStats now={now} isFailed={false} />);
  expect(screen.getByText('99.9%')).toBeVisible();
  expect(screen.queryByText(/100%/)).not.toBeInTheDocument();
});

it('figures that could not be loaded are unknown instead of loading forever', () => {
  render(<JobStats now={undefined} isFailed />);
  expect(screen.getAllByText('Unknown')).toHaveLength(6);
  expect(screen.queryByText('…')).not.toBeInTheDocument();
  expect(screen.queryByText('For a provider to confirm')).not.toBeInTheDocument();
});
