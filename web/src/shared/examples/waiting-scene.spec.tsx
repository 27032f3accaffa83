import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { ServicesProvider } from '../../lib/services';
import { errorResponse, fakeServer, jsonResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { exampleFor, SAMPLES } from './examples';
import { WaitingScene } from './waiting-scene';

const chosen = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    posterUrl: `/files/${index}.webp`,
    model: 'seedance',
  }));
const withExamples = (examples: object[]) => jsonResponse({ success: true, examples });

function show(answer: () => Response, scenes: (seed: string) => ReactNode = (seed) => <WaitingScene seed={seed} />) {
  const server = fakeServer({ 'GET /api/examples': answer });
  const services = { api: new ApiClient(server.fetch), session: sessionStore(server.fetch) };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (seed: string) => (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queries}>{scenes(seed)}</QueryClientProvider>
    </ServicesProvider>
  );
  const { container, rerender } = render(page('a request'));
  const pictures = () => [...container.querySelectorAll('img')].map(({ src }) => new URL(src).pathname);
  return { pictures, server, changeSeed: (seed: string) => rerender(page(seed)) };
}

describe('WaitingScene', () => {
  it('shows an example that operators chose, and keeps it when the request gets its id', async () => {
    const { pictures, changeSeed } = show(() => withExamples(chosen(7)));
    await expect.poll(pictures).toHaveLength(1);
    const [picture] = pictures();
    expect(picture).toMatch(/^\/files\/\d\.webp$/);
    for (const seed of ['b', 'c', 'd', 'e']) {
      changeSeed(seed);
      expect(pictures()).toEqual([picture]);
    }
  });

  it.each([
    ['none was chosen', () => withExamples([])],
    ['they cannot be loaded', () => errorResponse(503, 'unavailable', 'no')],
  ])('shows a sample if %s', async (_, answer) => {
    const { pictures } = show(answer);
    await expect.poll(pictures).toEqual([exampleFor(SAMPLES, 'a request')?.posterUrl]);
  });

  it('many scenes on a page load the examples once', async () => {
    const seeds = Array.from({ length: 40 }, (_, index) => `request-${index}`);
    const { pictures, server } = show(
      () => withExamples(chosen(8)),
      () => seeds.map((seed) => <WaitingScene key={seed} seed={seed} />),
    );
    await expect.poll(pictures).toHaveLength(seeds.length);
    expect(new Set(pictures()).size).toBe(8);
    expect(server.callsTo('/api/examples')).toHaveLength(1);
  });
});
