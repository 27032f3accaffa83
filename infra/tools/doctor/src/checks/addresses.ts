import { isPrivateHost } from '@luit/platform/security/private-host';
import { narrowProxies, publicUrl } from '@luit/platform/security/production-rules';
import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { GATEWAY_TIMEOUT_MS, gatewayUrl } from './gateway-url';

/** Checks that browsers and vendors can reach the product at its public URLs. */
export async function checkAddresses(settings: Settings): Promise<Finding[]> {
  const { WEB_URL, WEBHOOK_BASE_URL, LUIT_MODE, TRUST_PROXY } = settings;
  const reachableUrl = await gatewayUrl(settings);
  const findings = [await checkGateway(reachableUrl)];
  if (reachableUrl !== WEB_URL)
    findings.push(
      warning(
        `WEB_URL ${WEB_URL} is not reachable from here`,
        'Inside a container, this address is the container itself. Browsers on this machine may reach it; others cannot.',
      ),
    );
  if (LUIT_MODE === 'local') return findings;
  for (const rule of [publicUrl('WEB_URL'), publicUrl('WEBHOOK_BASE_URL'), narrowProxies('TRUST_PROXY')])
    for (const line of rule({ WEB_URL, WEBHOOK_BASE_URL, TRUST_PROXY }))
      findings.push(error(line, 'The services refuse to start with this setting.'));
  if (isPrivateHost(new URL(WEBHOOK_BASE_URL).hostname))
    findings.push(
      warning(
        `WEBHOOK_BASE_URL is ${WEBHOOK_BASE_URL}`,
        'Providers cannot reach it, so jobs finish later, through polling. Set it to the value of WEB_URL.',
      ),
    );
  if (!TRUST_PROXY)
    findings.push(
      warning(
        'TRUST_PROXY is empty',
        'Behind a proxy, all visitors share one address and its rate limits. Set it to the address of the proxy.',
      ),
    );
  if (!settings.SELLER_NAME || !settings.SELLER_ADDRESS)
    findings.push(warning('SELLER_NAME or SELLER_ADDRESS is missing', 'Receipts must name the seller.'));
  return findings;
}

async function checkGateway(url: string): Promise<Finding> {
  try {
    const response = await fetch(`${url}/api/plans`, { signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS) });
    if (response.ok) return ok(`${url} responds with the plans`);
    return error(
      `${url}/api/plans responds with ${response.status}`,
      'Check that gateway, generation and billing are running.',
    );
  } catch (cause) {
    return error(
      `WEB_URL ${url}: ${errorMessage(cause)}`,
      'Check that the gateway is running and that this URL points to it.',
    );
  }
}
