import { withDeadline } from '@luit/platform/scheduling/deadline';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { assertOwn, assertPublic, ownLookup, publicLookup } from './address-guard';
import {
  type HttpRequest,
  type HttpResponse,
  MAX_RESPONSE_BYTES,
  type Send,
  toNoResponseError,
  tooLarge,
} from './http';

/** Vendors are polled often. An idle connection is closed before they close it, so that no request is lost on it. */
const KEPT_OPEN = new Agent({ keepAlive: true, timeout: 4_000 });

/**
 * Sends a request, to an own server on a connection of its own: servers with GPUs restart often, and a request on a connection that had been
 * closed could not be told from one that was lost.
 */
export const send: Send = async ({ timeoutMs, signal: outer, ...request }) => {
  try {
    return await withDeadline(timeoutMs, outer, (signal) => exchange(request, signal));
  } catch (error) {
    throw toNoResponseError(error);
  }
};

async function exchange(
  { instance: { isOwn }, method, url: address, headers, body }: Omit<HttpRequest, 'timeoutMs' | 'signal'>,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const url = new URL(address);
  if (isOwn) assertOwn(url);
  else assertPublic(url);
  const content = await contentOf(body);
  // Without `Origin`: ComfyUI refuses one that differs from `Host`.
  const options = {
    ...{
      method,
      signal,
      ...(isOwn ? { agent: false, lookup: ownLookup } : { agent: KEPT_OPEN, lookup: publicLookup }),
    },
    headers: { accept: 'application/json', ...content?.headers, ...headers },
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    outgoing.on('error', reject);
    outgoing.end(content?.bytes);
  });
  return {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    text: await readBounded(response),
  };
}

async function contentOf(body: unknown): Promise<{ bytes: Buffer; headers: Record<string, string> } | undefined> {
  if (body === undefined) return undefined;
  // The platform's own encoder chooses the boundary.
  const form = body instanceof FormData ? new Response(body) : null;
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : Buffer.from(JSON.stringify(body));
  const type = form?.headers.get('content-type') ?? 'application/json';
  return { bytes, headers: { 'content-type': type, 'content-length': String(bytes.length) } };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new Headers(pairs);
}

async function readBounded(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_RESPONSE_BYTES) {
      response.destroy();
      throw tooLarge();
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
