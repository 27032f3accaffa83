import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, type ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { interruptibleConnection } from '../testing/connection';
import { lazyPart } from './lazy-part';
import type { PartKind } from './part-failure';

describe('a lazy part', () => {
  let connection: ReturnType<typeof interruptibleConnection>;
  let failures: number;
  const load = vi.fn(() =>
    failures-- > 0
      ? Promise.reject<{ default: ComponentType }>(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve({ default: () => <p>the part</p> }),
  );

  beforeEach(() => {
    connection = interruptibleConnection();
    load.mockClear();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    await connection.restore();
    document.querySelector('script[type=module]')?.remove();
    vi.restoreAllMocks();
  });

  function show(kind?: PartKind) {
    const Part = lazyPart(load, kind);
    render(
      <>
        <p>around it</p>
        <Suspense fallback={<p>loading</p>}>
          <Part />
        </Suspense>
      </>,
    );
  }

  it('is loaded again after a failure without anybody noticing', async () => {
    failures = 1;
    show();
    expect(await screen.findByText('the part')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that needs a connection says so, leaves the page around it and loads when the connection is back', async () => {
    failures = 1;
    await connection.lose();
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('It loads when you’re connected again.');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getByText('around it')).toBeInTheDocument();
    await connection.regain();
    expect(await screen.findByText('the part')).toBeInTheDocument();
  });

  it('that fails with a connection offers another attempt, and does not blame an update', async () => {
    failures = 3;
    show('line');
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load this part.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('the part')).toBeInTheDocument();
  });

  it('of an older release offers the reload that helps', async () => {
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', src: '/assets/index-old.js' }),
    );
    vi.mocked(globalThis.fetch).mockImplementation(() => Promise.resolve(new Response('/assets/index-new.js')));
    failures = 3;
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Luit has been updated');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  });

  it('that a page can do without is not missed', async () => {
    failures = 3;
    show('hidden');
    await waitFor(() => expect(load).toHaveBeenCalledTimes(3));
    await waitFor(() => expect(screen.queryByText('loading')).not.toBeInTheDocument());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByText('around it')).toBeInTheDocument();
  });
});
