import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { assertPublic, publicLookup } from '../outputs/address-guard';
import { OutputError } from '../outputs/output-error';

export interface OutboundPost {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** The response without its body, which is not read, or why there is none. */
export type PostOutcome = { status: number; retryAfterSeconds: number | null } | { error: string };

const TIMEOUT_MS = 10_000;
const MAX_ERROR_LENGTH = 300;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Sends one POST request to an address that someone chose. It follows no redirects, and outside local mode it needs https and a
 * public address, which is checked when the connection is made.
 */
export async function postPublic(post: OutboundPost, isLoopbackAllowed: boolean): Promise<PostOutcome> {
  try {
    const { statusCode = 0, headers } = await send(post, isLoopbackAllowed);
    return { status: statusCode, retryAfterSeconds: secondsOf(headers['retry-after']) };
  } catch (error) {
    if (error instanceof OutputError && error.code === 'forbidden_address') {
      recordSecurityEvent('outbound_address_blocked', { reason: error.message });
    }
    const { name, message } = error as Error;
    const isTimeout = name === 'TimeoutError';
    return { error: isTimeout ? 'The server did not respond within 10 seconds' : message.slice(0, MAX_ERROR_LENGTH) };
  }
}

function send({ url: address, headers, body }: OutboundPost, isLoopbackAllowed: boolean): Promise<IncomingMessage> {
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
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(isTrusted ? {} : { lookup: publicLookup }),
      },
      (response) => {
        response.destroy();
        resolve(response);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
