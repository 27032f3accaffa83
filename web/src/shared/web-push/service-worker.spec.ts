import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { bundleServiceWorker } from '../../../build/service-worker';

const SOURCE = await bundleServiceWorker(process.cwd());
const NEW_ENDPOINT = 'https://push.example/2';
const ORIGIN = 'https://luit.example';

interface WorkerEvent {
  data?: { json: () => unknown };
  notification?: { close: () => void; data: { url: string } };
}

interface ServerCall {
  call: string;
  authorization?: string;
  body?: unknown;
}

/** Answers by method and path; everything else is refused, as for a browser without a session. */
type Answers = Record<string, object | null>;

/** Runs the service worker in a browser with these windows, whose server answers this. */
function startWorker(windows: string[] = [], answers: Answers = {}) {
  const calls: ServerCall[] = [];
  const locks: string[] = [];
  const subscribed: unknown[] = [];
  const shown: { title: string; options: { tag?: string; body: string; data: { url: string } } }[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const listeners: Record<string, (event: unknown) => void> = {};
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: unknown) => void) => (listeners[name] = listener),
    skipWaiting: () => Promise.resolve(),
    registration: {
      pushManager: {
        subscribe: (options: unknown) => {
          subscribed.push(options);
          return Promise.resolve({ toJSON: () => ({ endpoint: NEW_ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }) });
        },
      },
      showNotification: (title: string, options: (typeof shown)[number]['options']) => {
        shown.push({ title, options });
        return Promise.resolve();
      },
    },
    navigator: {
      locks: {
        request: (name: string, _: LockOptions, task: () => Promise<unknown>) => {
          locks.push(name);
          return task();
        },
      },
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(windows.map((url) => ({ url, focus: () => focused.push(url) }))),
      openWindow: (url: string) => opened.push(url),
    },
  };
  const fetch = (path: string, { method, headers, body }: RequestInit & { headers: Record<string, string> }) => {
    const call = `${method} ${path}`;
    calls.push({
      call,
      ...(headers.authorization && { authorization: headers.authorization }),
      ...(body && { body: JSON.parse(body as string) as unknown }),
    });
    const answer = answers[call];
    if (answer === undefined) return Promise.resolve(Response.json({ success: false }, { status: 401 }));
    return Promise.resolve(answer ? Response.json(answer) : new Response(null, { status: 204 }));
  };
  runInNewContext(SOURCE, { self, URL, AbortSignal, fetch });
  const dispatch = async (name: string, event: WorkerEvent = {}): Promise<void> => {
    const work: Promise<unknown>[] = [];
    listeners[name]?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  };
  const click = (url: string) =>
    dispatch('notificationclick', { notification: { close: () => undefined, data: { url } } });
  return { dispatch, click, shown, opened, focused, calls, locks, subscribed };
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

  describe('when the browser has replaced its subscription', () => {
    const session = { 'POST /api/auth/refresh': { access_token: 't-1' } };
    const state = { publicKey: 'key', endpoint: 'https://push.example/1' };

    it('subscribes with the key of the server and reports the new endpoint, under the lock of the pages', async () => {
      const worker = startWorker([], {
        ...session,
        'GET /api/web-push': state,
        'PUT /api/web-push/subscription': null,
      });
      await worker.dispatch('pushsubscriptionchange');
      expect(worker.locks).toEqual(['luit.session']);
      expect(worker.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'key' }]);
      expect(worker.calls).toEqual([
        { call: 'POST /api/auth/refresh', body: {} },
        { call: 'GET /api/web-push', authorization: 'Bearer t-1' },
        {
          call: 'PUT /api/web-push/subscription',
          authorization: 'Bearer t-1',
          body: { endpoint: NEW_ENDPOINT, p256dh: 'p', auth: 'a' },
        },
      ]);
    });

    it.each<[string, Answers]>([
      ['without a session', {}],
      ['for a session that receives no messages', { ...session, 'GET /api/web-push': { ...state, endpoint: null } }],
      ['without keys at the server', { ...session, 'GET /api/web-push': { publicKey: null, endpoint: null } }],
    ])('does not subscribe %s', async (_what, answers) => {
      const worker = startWorker([], answers);
      await worker.dispatch('pushsubscriptionchange');
      expect(worker.subscribed).toEqual([]);
      expect(worker.calls.map(({ call }) => call)).not.toContain('PUT /api/web-push/subscription');
    });
  });
});
