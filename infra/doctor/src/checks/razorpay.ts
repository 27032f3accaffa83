import { createHmac, randomUUID } from 'node:crypto';
import { type Finding, fault, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { compareClock } from './clock';
import { gatewayUrl } from './gateway-url';

const TIMEOUT_MS = 10_000;

/** The keys are Razorpay's, the browser will find its script, and a signed webhook gets through to billing. */
export async function checkRazorpay(settings: Settings): Promise<Finding[]> {
  return [...(await checkKeys(settings)), ...(await checkScript(settings)), ...(await checkWebhook(settings))];
}

async function checkKeys(settings: Settings): Promise<Finding[]> {
  const { RAZORPAY_API_URL, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, LUIT_MODE } = settings;
  const authorization = `Basic ${Buffer.from(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`).toString('base64')}`;
  const askedAt = Date.now();
  let response: Response;
  try {
    response = await get(`${RAZORPAY_API_URL}/v1/orders?count=1`, { authorization });
  } catch (error) {
    return [fault(`RAZORPAY_API_URL: ${errorMessage(error)}`, 'Nobody can pay. May this machine reach it?')];
  }
  if (!response.ok)
    return [fault(`Razorpay answers ${response.status}`, 'Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.')];
  const findings = [ok(`Razorpay takes the keys of ${RAZORPAY_KEY_ID}`)];
  const date = Date.parse(response.headers.get('date') ?? '');
  // The header has whole seconds.
  if (!Number.isNaN(date)) findings.push(compareClock('Razorpay', date + 500, askedAt, Date.now()));
  if (LUIT_MODE === 'production' && RAZORPAY_KEY_ID.startsWith('rzp_test_'))
    findings.push(warning('the keys are those of test mode', 'No money moves. Use the live keys to sell.'));
  return findings;
}

async function checkScript({ RAZORPAY_CHECKOUT_URL }: Settings): Promise<Finding[]> {
  try {
    const { ok: isThere, status } = await get(RAZORPAY_CHECKOUT_URL);
    if (isThere) return [ok('checkout.js is there')];
    return [fault(`RAZORPAY_CHECKOUT_URL answers ${status}`, 'Without the script no checkout opens.')];
  } catch (error) {
    const advice = 'Browsers may reach it though this machine does not; try it in one.';
    return [warning(`RAZORPAY_CHECKOUT_URL: ${errorMessage(error)}`, advice)];
  }
}

/** An event of no meaning: billing remembers that it came, and does nothing. */
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
        fault(`${url} answers ${signed.status} to a signed event`, 'Are gateway and billing up, with this secret?'),
      ];
    const forged = await send('0'.repeat(64));
    if (forged.ok) return [fault(`${url} takes a forged event`, 'Something in between answers in its place.')];
    return [ok(`${url} takes what is signed and refuses what is not`)];
  } catch (error) {
    return [
      fault(`${url}: ${errorMessage(error)}`, 'Razorpay tells of payments there. It has to be reachable from outside.'),
    ];
  }
}

function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
}
