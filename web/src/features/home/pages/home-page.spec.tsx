import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { clearPrompt, savedPrompt } from '../../../lib/saved-prompt';
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

/** jsdom plays nothing and sees nothing move. */
function playing({ isMotionWelcome }: { isMotionWelcome: boolean }) {
  const watched: Element[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionWelcome }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = (element: Element) => watched.push(element);
      disconnect() {}
    },
  );
  return watched;
}

describe('HomePage', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    clearPrompt();
  });

  it('HOME-01: shows an example, and carries what a visitor wrote through sign-in', async () => {
    playing({ isMotionWelcome: false });
    await show();
    expect(screen.getByText('Example prompt').nextElementSibling).toHaveTextContent(/country boat/);
    await userEvent.type(screen.getByLabelText('What do you want to see?'), 'Lamps on the water{Enter}');
    expect(screen.getByText('prompt to video: Lamps on the water')).toBeInTheDocument();
    expect(savedPrompt()).toBe('Lamps on the water');
  });

  it('HOME-01: an example fills the box; who is signed in needs nothing kept', async () => {
    playing({ isMotionWelcome: false });
    await show(true);
    await userEvent.click(screen.getByRole('button', { name: 'Loom at night' }));
    await userEvent.click(screen.getByRole('button', { name: 'Make a video' }));
    expect(screen.getByText(/prompt to video: Hands at a loom/)).toBeInTheDocument();
    expect(savedPrompt()).toBe('');
  });

  it.each([true, false])(
    'HOME-02: a demo video with captions and a label; motion welcome: %s',
    async (isMotionWelcome) => {
      const watched = playing({ isMotionWelcome });
      await show();
      const film = screen.getByLabelText<HTMLVideoElement>(/^Sample video/);
      expect(film).toHaveAttribute('poster');
      expect(film).toHaveAttribute('controls');
      expect(film.muted).toBe(true);
      expect(film).not.toHaveAttribute('autoplay');
      expect([...film.querySelectorAll('source')].map(({ type }) => type)).toEqual(['video/webm', 'video/mp4']);
      expect(film.querySelector('track')).toHaveAttribute('kind', 'captions');
      expect(screen.getByText(/^A silent sample rendered by/)).toBeInTheDocument();
      expect(watched).toEqual(isMotionWelcome ? [film] : []);
    },
  );

  it('HOME-03: has a card for each of four features', async () => {
    playing({ isMotionWelcome: false });
    await show();
    const section = within(screen.getByRole('region', { name: 'Why Luit' }));
    expect(section.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Restore old images',
      'Photo to video',
      'Fast',
      'Flexible pay-as-you-go pricing',
    ]);
  });

  it('HOME-04: calls to Prompt to Video', async () => {
    playing({ isMotionWelcome: false });
    await show();
    const section = within(screen.getByRole('region', { name: /From your prompt/ }));
    expect(section.getByRole('link', { name: 'Open Prompt to Video' })).toHaveAttribute('href', '/image-to-video');
  });
});
