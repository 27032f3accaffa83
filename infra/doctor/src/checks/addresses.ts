import { isPrivateHost } from '@luit/platform/security/private-host';
import { narrowProxies, publicUrl } from '@luit/platform/security/production-rules';
import { type Finding, fault, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { GATEWAY_TIMEOUT_MS, gatewayUrl } from './gateway-url';

/** Browsers and vendors find the product under its public address. */
export async function checkAddresses(settings: Settings): Promise<Finding[]> {
  const { WEB_URL, WEBHOOK_BASE_URL, LUIT_MODE, TRUST_PROXY } = settings;
  const door = await gatewayUrl(settings);
  const findings = [await checkGateway(door)];
  if (door !== WEB_URL)
    findings.push(
      warning(
        `WEB_URL ${WEB_URL} leads nowhere from here`,
        'In a container it means the container itself. Browsers of this machine may reach it; nobody else can.',
      ),
    );
  if (LUIT_MODE === 'local') return findings;
  for (const rule of [publicUrl('WEB_URL'), publicUrl('WEBHOOK_BASE_URL'), narrowProxies('TRUST_PROXY')])
    for (const line of rule({ WEB_URL, WEBHOOK_BASE_URL, TRUST_PROXY }))
      findings.push(fault(line, 'The services refuse to start like this.'));
  if (isPrivateHost(new URL(WEBHOOK_BASE_URL).hostname))
    findings.push(
      warning(
        `WEBHOOK_BASE_URL is ${WEBHOOK_BASE_URL}`,
        'Providers cannot reach it; jobs end later, by polling. Set it to WEB_URL.',
      ),
    );
  if (!TRUST_PROXY)
    findings.push(
      warning('TRUST_PROXY is empty', 'Behind a proxy all visitors share one address, and its limits. Name the proxy.'),
    );
  if (!settings.SELLER_NAME || !settings.SELLER_ADDRESS)
    findings.push(warning('SELLER_NAME or SELLER_ADDRESS is missing', 'Receipts have to name who sells.'));
  return findings;
}

async function checkGateway(url: string): Promise<Finding> {
  try {
    const response = await fetch(`${url}/api/plans`, { signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS) });
    if (response.ok) return ok(`${url} answers with the plans`);
    return fault(`${url}/api/plans answers ${response.status}`, 'Are gateway, generation and billing up and ready?');
  } catch (error) {
    return fault(`WEB_URL ${url}: ${errorMessage(error)}`, 'Is the gateway up, and does the address lead to it?');
  }
}
