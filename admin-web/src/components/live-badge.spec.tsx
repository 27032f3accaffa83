import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveBadge } from './live-badge';

const READ_AT = Date.parse('2026-11-24T02:00:00.000Z');
const FRESH = { isError: false, data: {}, dataUpdatedAt: READ_AT };
const badge = () => screen.getByRole('status');

beforeEach(() => {
  vi.useFakeTimers({ now: READ_AT + 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('says how updates arrive while all data is fresh', () => {
  const { rerender } = render(<LiveBadge isLive queries={[FRESH, FRESH]} />);
  expect(badge()).toHaveTextContent(/^Live$/);
  rerender(<LiveBadge isLive={false} queries={[FRESH]} />);
  expect(badge()).toHaveTextContent('Updating every 10 s');
});

it('a failed refresh is not live, and says since when the data is stale', () => {
  const older = { ...FRESH, isError: true, dataUpdatedAt: READ_AT - 60_000 };
  render(<LiveBadge isLive queries={[FRESH, { ...FRESH, isError: true }, older]} />);
  expect(badge()).toHaveTextContent('Not updated since 07:29:00 IST');
});

it('data that no answer has refreshed for 45 seconds is stale, for example without a network', () => {
  render(<LiveBadge isLive queries={[FRESH]} />);
  act(() => {
    vi.advanceTimersByTime(50_000);
  });
  expect(badge()).toHaveTextContent('Not updated since 07:30:00 IST');
});

it('data that was never loaded is not live', () => {
  render(<LiveBadge isLive queries={[FRESH, { isError: true, data: undefined, dataUpdatedAt: 0 }]} />);
  expect(badge()).toHaveTextContent('Some data could not be loaded');
});
