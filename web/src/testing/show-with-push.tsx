import type { ReactNode } from 'react';
import { PUSH_KEY } from './fake-push';
import { someSettings } from './notification-settings';
import { errorResponse, jsonResponse } from './fake-server';
import { showSignedIn } from './show-signed-in';

export const ENDPOINT = 'https://push.example/1';

/** Renders for a signed-in user, whose server has these keys and this subscription. */
export function showWithPush(
  what: ReactNode,
  { publicKey = PUSH_KEY as string | null, endpoint = null as string | null, isFailing = false } = {},
) {
  const state = { publicKey, endpoint };
  return showSignedIn(what, {
    'GET /api/notifications/settings': () => jsonResponse({ settings: someSettings() }),
    'GET /api/web-push': () => jsonResponse(state),
    'PUT /api/web-push/subscription': () => {
      if (isFailing) return errorResponse(503, 'unavailable', 'Try again');
      state.endpoint = ENDPOINT;
      return new Response(null, { status: 204 });
    },
    'DELETE /api/web-push/subscription': () => {
      state.endpoint = null;
      return new Response(null, { status: 204 });
    },
  });
}
