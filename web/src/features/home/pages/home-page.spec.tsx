import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { clearPrompt, savedPrompt } from '../../../shared/drafts/saved-prompt';
import { PUBLIC_PAGES } from '../../../lib/public-pages';
import { ServicesProvider } from '../../../lib/services';
import { aSession, fakeServer } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import HomePage from './home-page';

function PromptPage() {
  const { state } = useLocation() as { state: { prompt: string } | null };
  return <p>{`prompt to video: ${state?.prompt ?? 'nothing'}`}</p>;
}

async function show(isSignedIn = false) {
  const { fetch } = fakeServer({});
  const session = sessionStore(fetch);
  if (isSignedIn) await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/image-to-video" element={<PromptPage />} />
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
}

/** Mocks browser APIs that jsdom lacks. Returns the elements observed for autoplay. */
function mockAutoplay({ isMotionAllowed }: { isMotionAllowed: boolean }) {
  const observed: Element[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionAllowed }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = (element: Element) => observed.push(element);
      disconnect() {}
    },
  );
  return observed;
}

describe('HomePage', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    clearPrompt();
  });

  it("the page shows an example and saves a visitor's prompt through sign-in [HOME-01]", async () => {
    mockAutoplay({ isMotionAllowed: false });
    await show();
    expect(screen.getByText('Example prompt').nextElementSibling).toHaveTextContent(/country boat/);
    await userEvent.type(screen.getByLabelText('What do you want to see?'), 'Lamps on the water{Enter}');
    expect(screen.getByText('prompt to video: Lamps on the water')).toBeInTheDocument();
    expect(savedPrompt()).toBe('Lamps on the water');
  });

  it('an example fills the prompt box, and signed-in users need no saved prompt [HOME-01]', async () => {
    mockAutoplay({ isMotionAllowed: false });
    await show(true);
    await userEvent.click(screen.getByRole('button', { name: 'Loom at night' }));
    await userEvent.click(screen.getByRole('button', { name: 'Make a video' }));
    expect(screen.getByText(/prompt to video: Hands at a loom/)).toBeInTheDocument();
    expect(savedPrompt()).toBe('');
  });

  it.each([true, false])(
    'the demo video has captions and a label; autoplay observer with motion allowed: %s [HOME-02]',
    async (isMotionAllowed) => {
      const observed = mockAutoplay({ isMotionAllowed });
      await show();
      const video = screen.getByLabelText<HTMLVideoElement>(/^Sample video/);
      expect(video).toHaveAttribute('poster');
      expect(video).toHaveAttribute('controls');
      expect(video.muted).toBe(true);
      expect(video).not.toHaveAttribute('autoplay');
      expect([...video.querySelectorAll('source')].map(({ type }) => type)).toEqual(['video/mp4']);
      expect(video.querySelector('track')).toHaveAttribute('kind', 'captions');
      expect(screen.getByText(/^A silent sample drawn without an AI model/)).toBeInTheDocument();
      expect(observed).toEqual(isMotionAllowed ? [video] : []);
    },
  );

  it("the gallery passes an example's prompt to the form [HOME-01]", async () => {
    mockAutoplay({ isMotionAllowed: false });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Use this prompt: Desert caravan' }));
    expect(screen.getByText(/prompt to video: A caravan of camels/)).toBeInTheDocument();
    expect(savedPrompt()).toMatch(/^A caravan of camels/);
  });

  it('the page has four feature cards [HOME-03]', async () => {
    mockAutoplay({ isMotionAllowed: false });
    await show();
    const section = within(screen.getByRole('region', { name: 'Why Luit' }));
    expect(section.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Restore old images',
      'Photo to video',
      'Fast',
      'Flexible pay-as-you-go pricing',
    ]);
  });

  it('the video section links to Prompt to Video [HOME-04]', async () => {
    mockAutoplay({ isMotionAllowed: false });
    await show();
    const section = within(screen.getByRole('region', { name: /From your prompt/ }));
    expect(section.getByRole('link', { name: 'Open Prompt to Video' })).toHaveAttribute('href', '/image-to-video');
  });

  it('the page and the descriptions in search results name no price, because operators can change each', async () => {
    mockAutoplay({ isMotionAllowed: false });
    await show();
    const descriptions = Object.values(PUBLIC_PAGES).map(({ description }) => description);
    for (const text of [document.body.textContent, ...descriptions]) expect(text).not.toMatch(/₹|\d credits?/);
  });
});
