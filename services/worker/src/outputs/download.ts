import { withDeadline } from '@luit/platform/scheduling/deadline';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { ByteLimit } from '@luit/platform/storage/byte-limit';
import { FileTooLargeError } from '@luit/platform/storage/storage';
import { createWriteStream } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { assertPublic, publicLookup } from './address-guard';
import { OutputError } from './output-error';

export interface DownloadLimits {
  maxBytes: number;
  /** Limit for the whole download. */
  timeoutMs: number;
  /** Limit without receiving data. */
  idleMs: number;
  /** `host:port` of configured providers, which may have private addresses and no TLS. */
  trustedHosts: string[];
  /** True for local stacks, which serve outputs from loopback without TLS. */
  isLoopbackAllowed: boolean;
}

const MAX_REDIRECTS = 3;

/**
 * Downloads a URL into a file. The URL is untrusted: in production it and every redirect must be https and resolve to
 * public addresses.
 *
 * @throws OutputError, or the signal's reason if it is aborted
 */
export async function download(url: string, path: string, limits: DownloadLimits, signal: AbortSignal): Promise<void> {
  try {
    await withDeadline(limits.timeoutMs, signal, async (within) => {
      const response = await follow(url, limits, within);
      await pipeline(response, new ByteLimit(limits.maxBytes), createWriteStream(path), { signal: within });
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof OutputError && error.code === 'forbidden_address') {
      recordSecurityEvent('outbound_address_blocked', { reason: error.message });
    }
    if (error instanceof OutputError) throw error;
    if (error instanceof FileTooLargeError) throw new OutputError('too_large', error.message, true);
    if (isDiskError(error)) throw error;
    const { name, message } = error as Error;
    throw new OutputError('unreachable', name === 'TimeoutError' ? 'The download timed out' : message);
  }
}

async function follow(start: string, limits: DownloadLimits, signal: AbortSignal): Promise<IncomingMessage> {
  let url = parseUrl(start);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(url, limits, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) {
      if (Number(headers['content-length'] ?? 0) <= limits.maxBytes) return response;
      response.destroy();
      throw new OutputError('too_large', `The output has ${headers['content-length']} bytes`, true);
    }
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location) {
      throw new OutputError(`http_${statusCode}`, `The output URL responds with ${statusCode}`);
    }
    url = parseUrl(headers.location, url);
  }
  throw new OutputError('too_many_redirects', `More than ${MAX_REDIRECTS} redirects`);
}

function parseUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new OutputError('bad_url', 'The output is not a URL');
  return new URL(text, base);
}

function request(url: URL, limits: DownloadLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const isTrusted = isTrustedUrl(url, limits);
  if (!isTrusted) assertPublic(url);
  const get = url.protocol === 'https:' ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    const outgoing = get(
      url,
      { signal, timeout: limits.idleMs, agent: false, ...(isTrusted ? {} : { lookup: publicLookup }) },
      resolve,
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('The server sent no data in time')));
    outgoing.on('error', reject);
  });
}

function isTrustedUrl({ protocol, host, hostname }: URL, { trustedHosts, isLoopbackAllowed }: DownloadLimits): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return trustedHosts.includes(host) || (isLoopbackAllowed && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}

function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EROFS', 'EACCES', 'EMFILE', 'ENFILE', 'EDQUOT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}
