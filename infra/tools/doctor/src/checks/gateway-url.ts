import type { Settings } from '../settings';

export const GATEWAY_TIMEOUT_MS = 10_000;

/**
 * The URL at which this process reaches the gateway: WEB_URL, unless it is a loopback address of this container, as with
 * Docker Compose's defaults in local mode. Then it is the URL that providers use.
 */
export async function gatewayUrl({ WEB_URL, WEBHOOK_BASE_URL, LUIT_MODE }: Settings): Promise<string> {
  if (LUIT_MODE !== 'local' || !isLoopback(WEB_URL) || (await isReachable(WEB_URL))) return WEB_URL;
  return (await isReachable(WEBHOOK_BASE_URL)) ? WEBHOOK_BASE_URL : WEB_URL;
}

function isLoopback(url: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/api/plans`, { signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS) });
    return true;
  } catch {
    // The check that uses the URL reports why it fails.
    return false;
  }
}
