import type { WebhookRequest } from '@luit/contracts/alerts/alert-destinations';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { assertPublic, publicLookup } from '../outputs/address-guard';
import { OutputError } from '../outputs/output-error';

const TIMEOUT_MS = 10_000;
const MAX_ERROR_LENGTH = 300;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Sends one POST request. It follows no redirects, and outside local mode it needs https and a public address, which is checked
 * when the connection is made.
 *
 * @returns why the message was not delivered; null if the server answered with a status from 200 to 299
 */
export async function postWebhook(webhook: WebhookRequest, isLoopbackAllowed: boolean): Promise<string | null> {
  try {
    const status = await send(webhook, isLoopbackAllowed);
    return status >= 200 && status < 300 ? null : `The server responded with status ${status}`;
  } catch (error) {
    if (error instanceof OutputError && error.code === 'forbidden_address') {
      recordSecurityEvent('outbound_address_blocked', { reason: error.message });
    }
    const { name, message } = error as Error;
    return name === 'TimeoutError'
      ? 'The server did not respond within 10 seconds'
      : message.slice(0, MAX_ERROR_LENGTH);
  }
}

function send({ url: address, headers, body }: WebhookRequest, isLoopbackAllowed: boolean): Promise<number> {
  const url = new URL(address);
  const isTrusted = isLoopbackAllowed && LOOPBACK.includes(url.hostname);
  if (!isTrusted) assertPublic(url);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'user-agent': 'Luit-Alerts/1', ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(isTrusted ? {} : { lookup: publicLookup }),
      },
      (response) => {
        // Only the status counts, so the body is not read.
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
