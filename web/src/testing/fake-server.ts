import type { Session } from '@luit/contracts/auth/sessions';
import { testOptions } from '@luit/contracts/generation/testing/test-options';
import type { User } from '@luit/contracts/auth/users';
import type { RequestView } from '@luit/contracts/http/requests';

export interface RecordedCall {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  /** Whether the browser sends it even if the page is closed. */
  keepalive: boolean;
}

type Handler = (call: RecordedCall) => Response | Promise<Response>;

/** A fetch that responds from a table keyed by `METHOD path` and records every call. */
export function fakeServer(routes: Record<string, Handler>) {
  const calls: RecordedCall[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = String(input);
    const call: RecordedCall = {
      method: init?.method ?? 'GET',
      path,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? undefined),
      keepalive: init?.keepalive ?? false,
    };
    calls.push(call);
    const handler = routes[`${call.method} ${path}`];
    if (!handler) return errorResponse(404, 'not_found', `No route for ${call.method} ${path}`);
    return handler(call);
  };
  return { fetch, calls, callsTo: (path: string) => calls.filter((call) => call.path === path) };
}

export function jsonResponse(body: object, init: ResponseInit = {}): Response {
  return Response.json({ success: true, ...body }, init);
}

export function errorResponse(status: number, code: string, message: string, headers: HeadersInit = {}): Response {
  return Response.json({ success: false, code, message, error: message, requestId: 'r-1' }, { status, headers });
}

export function aUser(changes: Partial<User> = {}): User {
  return {
    id: 'u-1',
    email: 'mridula@example.in',
    email_confirmed_at: '2026-11-01T04:00:00Z',
    created_at: '2026-11-01T03:55:00Z',
    last_sign_in_at: '2026-11-21T03:10:00Z',
    user_metadata: { name: 'Mridula Hazarika', credits: 0, status: 'active' },
    language: 'en',
    ...changes,
  };
}

export function aSession(token: string, changes: Partial<Session> = {}): Session {
  return { access_token: token, expires_at: 0, expires_in: 900, user: aUser(), ...changes };
}

export function aRequest(changes: Partial<RequestView> = {}): RequestView {
  return {
    id: 'q-1',
    request_id: 'q-1',
    type: 'video',
    status: 'processing',
    canceled: false,
    jobStatus: 'running',
    progress: 50,
    sequence: 1,
    outputUrl: null,
    videoUrl: null,
    image_url: null,
    imageUrl: null,
    lastImageUrl: null,
    references: [],
    posterUrl: null,
    lateOutput: null,
    set: null,
    prompt: 'A boat at dawn',
    planId: '5s-480p',
    model: 'seedance',
    duration: 5,
    resolution: '480p',
    restore: null,
    options: testOptions({ aspectRatio: '16:9', seed: 7 }),
    credits: 18,
    queuePosition: null,
    etaSeconds: null,
    isLongerThanUsual: false,
    error: null,
    retryOf: null,
    apiKeyId: null,
    takedown: null,
    createdAt: '2026-11-21T04:00:00Z',
    completedAt: null,
    money: { state: 'held', credits: 18 },
    ...changes,
  };
}
