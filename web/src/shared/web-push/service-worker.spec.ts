import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const SOURCE = readFileSync('public/service-worker.js', 'utf8');
const ORIGIN = 'https://luit.example';

interface WorkerEvent {
  data?: { json: () => unknown };
  notification?: { close: () => void; data: { url: string } };
}

/** Runs the service worker in a browser with these windows. */
function startWorker(windows: string[] = []) {
  const shown: { title: string; options: { tag?: string; body: string; data: { url: string } } }[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const listeners: Record<string, (event: unknown) => void> = {};
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: unknown) => void) => (listeners[name] = listener),
    skipWaiting: () => Promise.resolve(),
    registration: {
      showNotification: (title: string, options: (typeof shown)[number]['options']) => {
        shown.push({ title, options });
        return Promise.resolve();
      },
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(windows.map((url) => ({ url, focus: () => focused.push(url) }))),
      openWindow: (url: string) => opened.push(url),
    },
  };
  runInNewContext(SOURCE, { self, URL });
  const dispatch = async (name: string, event: WorkerEvent = {}): Promise<void> => {
    const work: Promise<unknown>[] = [];
    listeners[name]?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  };
  const click = (url: string) =>
    dispatch('notificationclick', { notification: { close: () => undefined, data: { url } } });
  return { dispatch, click, shown, opened, focused };
}

describe('the service worker', () => {
  it('shows the text of the server under its tag, with the page of this site', async () => {
    const worker = startWorker();
    const message = { title: 'Your video is ready', body: 'Open Luit to see it.', path: '/library', tag: 'r-1' };
    await worker.dispatch('push', { data: { json: () => message } });
    expect(worker.shown).toMatchObject([
      { title: message.title, options: { body: message.body, tag: 'r-1', data: { url: `${ORIGIN}/library` } } },
    ]);
  });

  it('shows a general text for a message that it cannot read', async () => {
    const worker = startWorker();
    await worker.dispatch('push');
    expect(worker.shown).toMatchObject([{ title: 'Luit', options: { data: { url: `${ORIGIN}/dashboard` } } }]);
  });

  it('never opens another site', async () => {
    const worker = startWorker();
    for (const path of ['https://evil.example/', '//evil.example', 'javascript:alert(1)'])
      await worker.dispatch('push', { data: { json: () => ({ path }) } });
    expect(worker.shown.map(({ options }) => options.data.url)).toEqual(Array(3).fill(`${ORIGIN}/dashboard`));
  });

  it('a click opens the page in a new window, or focuses the window that shows it', async () => {
    const worker = startWorker([`${ORIGIN}/library`]);
    await worker.click(`${ORIGIN}/image-to-video?request=r-1`);
    await worker.click(`${ORIGIN}/library`);
    expect(worker.opened).toEqual([`${ORIGIN}/image-to-video?request=r-1`]);
    expect(worker.focused).toEqual([`${ORIGIN}/library`]);
  });
});
