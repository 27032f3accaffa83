/** Requests this long after the last input count as background requests. */
const ACTIVE_AFTER_INPUT_MS = 60_000;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Wraps fetch so that requests without recent user input (polls and refetches after a push) carry `X-Background: 1`. The
 * server ignores them when it measures inactivity, so an open page does not keep an absent operator signed in.
 */
export function withBackgroundHeader(
  fetch: typeof globalThis.fetch,
  page: Pick<EventTarget, 'addEventListener'>,
  now: () => number,
): typeof globalThis.fetch {
  let lastInputAt = now();
  for (const input of INPUTS) {
    page.addEventListener(input, () => (lastInputAt = now()), { capture: true, passive: true });
  }
  return (address, init) => {
    if (now() - lastInputAt <= ACTIVE_AFTER_INPUT_MS) return fetch(address, init);
    const headers = new Headers(init?.headers);
    headers.set('x-background', '1');
    return fetch(address, { ...init, headers });
  };
}
