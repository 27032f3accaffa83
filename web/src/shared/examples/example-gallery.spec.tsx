import type { ExampleView } from '@luit/contracts/http/examples';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { ServicesProvider } from '../../lib/services';
import { errorResponse, fakeServer, jsonResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { ExampleGallery } from './example-gallery';
import { SAMPLES } from './examples';

const CHOSEN: ExampleView = {
  id: '0197a000-0000-7000-8000-000000000001',
  title: 'Lamps',
  prompt: 'Lamps on the water',
  videoUrl: '/api/files/a.mp4?expires=1',
  posterUrl: '/api/files/a.webp?expires=1',
  model: 'stableVideo',
  modelName: 'Stable Video',
  credits: 22,
  planId: '5s-480p',
  duration: 5,
  resolution: '480p',
  aspectRatio: '1:1',
  cameraMotion: null,
  style: 'watercolor',
  addedAt: '2026-11-25T10:00:00.000Z',
};

function show(answer: () => Response, props: { onUse?: () => void; count?: number } = {}) {
  const { fetch } = fakeServer({ 'GET /api/examples': answer });
  const services = { api: new ApiClient(fetch), session: sessionStore(fetch) };
  return render(
    <ServicesProvider services={services}>
      <ExampleGallery onUse={vi.fn()} {...props} />
    </ServicesProvider>,
  );
}

const noneChosen = () => jsonResponse({ success: true, examples: [] });

describe('ExampleGallery', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('every sample has its files', () => {
    const publicFolder = path.resolve(import.meta.dirname, '../../../public');
    const files = SAMPLES.flatMap(({ posterUrl, videoUrl }) => [posterUrl, videoUrl]);
    expect(files.filter((file) => !existsSync(path.join(publicFolder, file)))).toEqual([]);
  });

  it.each([true, false])('a video plays while its card has the focus; motion allowed: %s', async (matches) => {
    vi.stubGlobal('matchMedia', () => ({ matches }));
    const { container } = show(noneChosen, { count: 2 });
    const playing = () => [...container.querySelectorAll('video')].map(({ src }) => new URL(src).pathname);
    expect(playing()).toEqual([]);
    await userEvent.tab();
    expect(playing()).toEqual(matches ? ['/examples/river.mp4'] : []);
    await userEvent.tab();
    await userEvent.tab();
    expect(playing()).toEqual([]);
  });

  it('a button passes its sample on', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const onUse = vi.fn();
    show(noneChosen, { onUse });
    await userEvent.click(screen.getByRole('button', { name: 'Use this prompt: Kite festival' }));
    expect(onUse).toHaveBeenCalledExactlyOnceWith(SAMPLES.find(({ id }) => id === 'kites'));
    expect(screen.getByText(/drawn without an AI model/)).toBeInTheDocument();
  });

  it('what operators chose replaces the samples, and is passed on with its options', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const onUse = vi.fn();
    show(() => jsonResponse({ success: true, examples: [CHOSEN] }), { onUse });
    await userEvent.click(await screen.findByRole('button', { name: 'Use this prompt: Lamps' }));
    const { id, title, prompt, videoUrl, posterUrl, planId } = CHOSEN;
    const settings = 'Stable Video · 5 s · 480p · 1:1 · 22 credits';
    expect(screen.getByText(settings)).toBeInTheDocument();
    const options = {
      ...{ model: 'stableVideo', duration: 5, resolution: '480p', aspectRatio: '1:1', style: 'watercolor' },
    };
    expect(onUse).toHaveBeenCalledExactlyOnceWith({
      id,
      title,
      prompt,
      videoUrl,
      posterUrl,
      planId,
      options,
      settings,
    });
    expect(screen.queryByText('Kite festival')).not.toBeInTheDocument();
    expect(screen.queryByText(/drawn without an AI model/)).not.toBeInTheDocument();
  });

  it('samples stay when the examples cannot be loaded', async () => {
    const failing = vi.fn(() => errorResponse(503, 'unavailable', 'no'));
    show(failing);
    await vi.waitFor(() => expect(failing).toHaveBeenCalled());
    expect(await screen.findByText('Kite festival')).toBeInTheDocument();
  });
});
