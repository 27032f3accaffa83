import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aRequest } from '../../../testing/fake-server';
import { StatedTime } from './stated-time';

const NOW = Date.parse('2026-11-28T10:00:00Z');
const STATED = 'Processing is expected in 10-15 seconds.';
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

it('the stated time disappears once it has passed [G-73]', () => {
  render(<StatedTime since={at(-5)} request={aRequest({ etaSeconds: null })} />);
  expect(screen.getByText(STATED)).toBeInTheDocument();
  pass(9_900);
  expect(screen.getByText(STATED)).toBeInTheDocument();
  pass(200);
  expect(screen.queryByText(STATED)).not.toBeInTheDocument();
});

it('a page that opens later than the stated time never shows it', () => {
  render(<StatedTime since={at(-84)} request={aRequest({ etaSeconds: null })} />);
  expect(screen.queryByText(STATED)).not.toBeInTheDocument();
});

it('a local clock that is an hour behind shows the stated time for 15 seconds at most', () => {
  render(<StatedTime since={at(3_600)} request={aRequest({ etaSeconds: null })} />);
  pass(15_100);
  expect(screen.queryByText(STATED)).not.toBeInTheDocument();
});

it('a measured estimate above the stated time replaces it', () => {
  render(<StatedTime since={at(0)} request={aRequest({ etaSeconds: 40 })} />);
  expect(screen.queryByText(STATED)).not.toBeInTheDocument();
});
