/** Without any input for this long, what the page asks for is its own doing, milliseconds. */
const INPUT_COUNTS_MS = 60_000;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * A fetch that marks what the page asks for by itself (polls, and what a push makes it read again) with `X-Background: 1`, so
 * that an open page does not keep an operator signed in who went away.
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
    if (now() - lastInputAt <= INPUT_COUNTS_MS) return fetch(address, init);
    const headers = new Headers(init?.headers);
    headers.set('x-background', '1');
    return fetch(address, { ...init, headers });
  };
}
