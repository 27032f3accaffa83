import type { Settings } from '../settings';

export const GATEWAY_TIMEOUT_MS = 10_000;

/**
 * Where the gateway is asked: under WEB_URL. In local mode that may be this very container, as with Docker Compose's
 * defaults; then under the address that providers use.
 */
export async function gatewayUrl({ WEB_URL, WEBHOOK_BASE_URL, LUIT_MODE }: Settings): Promise<string> {
  if (LUIT_MODE !== 'local' || !isLoopback(WEB_URL) || (await answers(WEB_URL))) return WEB_URL;
  return (await answers(WEBHOOK_BASE_URL)) ? WEBHOOK_BASE_URL : WEB_URL;
}

function isLoopback(url: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/api/plans`, { signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS) });
    return true;
  } catch {
    // What keeps it from answering is said by whoever asks next.
    return false;
  }
}
