import { createHmac, randomUUID } from 'node:crypto';
import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { compareClock } from './clock';
import { gatewayUrl } from './gateway-url';

const TIMEOUT_MS = 10_000;

/** Checks the API keys, the checkout script, and that a signed webhook reaches billing. */
export async function checkRazorpay(settings: Settings): Promise<Finding[]> {
  return [...(await checkKeys(settings)), ...(await checkScript(settings)), ...(await checkWebhook(settings))];
}

async function checkKeys(settings: Settings): Promise<Finding[]> {
  const { RAZORPAY_API_URL, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, LUIT_MODE } = settings;
  const authorization = `Basic ${Buffer.from(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET[0]}`).toString('base64')}`;
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await get(`${RAZORPAY_API_URL}/v1/orders?count=1`, { authorization });
  } catch (cause) {
    return [
      error(`RAZORPAY_API_URL: ${errorMessage(cause)}`, 'Payments will fail. Check that this machine can reach it.'),
    ];
  }
  if (!response.ok)
    return [error(`Razorpay responds with ${response.status}`, 'Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.')];
  const findings = [ok(`Razorpay accepts the key ${RAZORPAY_KEY_ID}`)];
  const date = Date.parse(response.headers.get('date') ?? '');
  // The header has a resolution of one second.
  if (!Number.isNaN(date)) findings.push(compareClock('Razorpay', date + 500, sentAt, Date.now()));
  if (LUIT_MODE === 'production' && RAZORPAY_KEY_ID.startsWith('rzp_test_'))
    findings.push(
      warning('The Razorpay keys are test keys', 'No money moves in test mode. Use live keys for real payments.'),
    );
  return findings;
}

async function checkScript({ RAZORPAY_CHECKOUT_URL }: Settings): Promise<Finding[]> {
  try {
    const { ok: isFound, status } = await get(RAZORPAY_CHECKOUT_URL);
    if (isFound) return [ok('checkout.js is reachable')];
    return [error(`RAZORPAY_CHECKOUT_URL responds with ${status}`, 'The checkout cannot open without this script.')];
  } catch (cause) {
    const advice = 'Browsers may still reach it. Open the URL in a browser.';
    return [warning(`RAZORPAY_CHECKOUT_URL: ${errorMessage(cause)}`, advice)];
  }
}

/** Sends an event that billing records and ignores. */
async function checkWebhook(settings: Settings): Promise<Finding[]> {
  const { RAZORPAY_WEBHOOK_SECRETS } = settings;
  const url = `${await gatewayUrl(settings)}/api/webhooks/razorpay`;
  const body = JSON.stringify({ event: 'luit.doctor', payload: {} });
  const secret = RAZORPAY_WEBHOOK_SECRETS.split(',')[0]?.trim() ?? '';
  const send = (signature: string) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': `doctor_${randomUUID()}`,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  try {
    const signed = await send(createHmac('sha256', secret).update(body).digest('hex'));
    if (!signed.ok)
      return [
        error(
          `${url} responds with ${signed.status} to a signed event`,
          'Check that gateway and billing are running with this secret.',
        ),
      ];
    const forged = await send('0'.repeat(64));
    if (forged.ok) return [error(`${url} accepts a forged event`, 'Another server may be answering at this URL.')];
    return [ok(`${url} accepts signed events and rejects forged ones`)];
  } catch (cause) {
    return [
      error(
        `${url}: ${errorMessage(cause)}`,
        'Razorpay sends payment events to this URL. It must be reachable from the internet.',
      ),
    ];
  }
}

function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
}
