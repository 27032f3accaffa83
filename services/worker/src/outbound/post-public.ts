import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Logger } from '@nestjs/common';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { assertPublic, publicLookup } from '@luit/engines/transport/address-guard';
import { OutputError } from '@luit/engines/transport/output-error';

export interface OutboundPost {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** The response with the beginning of its body, or why there is none. */
export type PostOutcome =
  | { status: number; retryAfterSeconds: number | null; body: Buffer }
  | { error: string; isUnreachable: boolean };

const log = new Logger('postPublic');
const TIMEOUT_MS = 10_000;
/** The status is known by then, so waiting long for the body is not worthwhile. */
const BODY_TIMEOUT_MS = 2_000;
const TIMED_OUT = 'The server did not respond within 10 seconds';
/** One text for names that do not exist, private addresses and refused connections, because the owner of a URL must not learn which internal names exist. */
const UNREACHABLE = 'The server could not be reached';
/** Errors of a certificate, which only a server at a public address causes. */
const CERTIFICATE = /certificate|altname|self.signed|\bCERT_|ERR_TLS|EPROTO/i;
const MAX_ERROR_LENGTH = 300;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Sends one POST request to an address that someone chose. It follows no redirects, and outside local mode it needs https and a
 * public address, which is checked when the connection is made.
 *
 * @param maxBodyBytes of the response that are read
 */
export async function postPublic(
  post: OutboundPost,
  isLoopbackAllowed: boolean,
  maxBodyBytes: number,
): Promise<PostOutcome> {
  try {
    const response = await send(post, isLoopbackAllowed);
    const { statusCode = 0, headers } = response;
    const body = await beginningOf(response, maxBodyBytes);
    return { status: statusCode, retryAfterSeconds: secondsOf(headers['retry-after']), body };
  } catch (error) {
    if (error instanceof OutputError && error.code === 'forbidden_address') {
      recordSecurityEvent('outbound_address_blocked', { reason: error.message });
    }
    const { name, message, cause } = error as Error;
    // Node rejects with an AbortError whose cause is the reason of the signal.
    const isTimeout = name === 'TimeoutError' || (cause as Error | undefined)?.name === 'TimeoutError';
    if (isTimeout) return { error: TIMED_OUT, isUnreachable: false };
    if (CERTIFICATE.test(`${(error as NodeJS.ErrnoException).code} ${message}`)) {
      return { error: message.slice(0, MAX_ERROR_LENGTH), isUnreachable: false };
    }
    log.warn({ msg: 'Server could not be reached', origin: new URL(post.url).origin, reason: message });
    return { error: UNREACHABLE, isUnreachable: true };
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
        headers: { ...headers, 'content-length': String(body.length) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(isTrusted ? {} : { lookup: publicLookup }),
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Reads at most that many bytes, and fewer if the response ends, breaks off or takes too long. Closes the connection. */
async function beginningOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let missing = maxBytes;
  const close = () => response.destroy();
  const timer = setTimeout(close, BODY_TIMEOUT_MS);
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, missing));
      missing -= part.length;
      if (missing <= 0) break;
    }
  } catch (error) {
    // The status counts; the connection ended before the body did.
    parts.push(Buffer.from(` [${(error as Error).message}]`));
  } finally {
    clearTimeout(timer);
    close();
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
