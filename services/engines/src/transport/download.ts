import { withDeadline } from '@luit/platform/scheduling/deadline';
import { ByteLimit } from '@luit/platform/storage/byte-limit';
import { FileTooLargeError } from '@luit/platform/storage/storage';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { assertOwn, assertPublic, ownLookup, publicLookup } from './address-guard';
import { OutputError } from './output-error';

export interface DownloadLimits {
  maxBytes: number;
  /** Limit for the whole download. */
  timeoutMs: number;
  /** Limit without receiving data. */
  idleMs: number;
  /** True for local stacks, which serve outputs from loopback without TLS. */
  isLoopbackAllowed: boolean;
}

/** What the download of an output needs that is not public. */
export interface OutputAccess {
  /** Of the server that has it. No other one gets the headers. */
  origin: string;
  /** The credentials of the server. */
  headers: Record<string, string>;
  /** The server may have a private address and no TLS, and may take minutes until it sends. */
  isOwn: boolean;
}

interface Download extends DownloadLimits {
  access: OutputAccess | undefined;
}

const MAX_REDIRECTS = 3;
const MAX_RESUMPTIONS = 3;

/**
 * Downloads a URL into a file, and continues where a connection broke if the server can. The URL is untrusted: in production it and every
 * redirect must be https and resolve to public addresses, unless they lead to a server of our own.
 *
 * @throws OutputError, or the signal's reason if it is aborted
 */
export async function download(
  url: string,
  path: string,
  limits: DownloadLimits,
  signal: AbortSignal,
  access?: OutputAccess,
): Promise<void> {
  try {
    await withDeadline(limits.timeoutMs, signal, (within) => fetchParts(url, path, { ...limits, access }, within));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof OutputError) throw error;
    if (error instanceof FileTooLargeError) throw new OutputError('too_large', error.message, true);
    if (isDiskError(error)) throw error;
    const { name, message } = error as Error;
    throw new OutputError('unreachable', name === 'TimeoutError' ? 'The download timed out' : message);
  }
}

async function fetchParts(url: string, path: string, limits: Download, signal: AbortSignal): Promise<void> {
  let part: Part = { start: 0, etag: undefined };
  for (let resumptions = 0; ; resumptions++) {
    const response = await follow(url, limits, part, signal);
    const isContinued = response.statusCode === 206;
    const start = isContinued ? part.start : 0;
    const counted = new ByteLimit(limits.maxBytes - start);
    try {
      const file = createWriteStream(path, { flags: isContinued ? 'a' : 'w' });
      return await pipeline(response, counted, file, { signal });
    } catch (error) {
      const { etag } = response.headers;
      const mayResume =
        resumptions < MAX_RESUMPTIONS && counted.bytes > 0 && etag !== undefined && !etag.startsWith('W/');
      if (signal.aborted || error instanceof FileTooLargeError || isDiskError(error) || !mayResume) throw error;
      part = { start: (await stat(path)).size, etag };
    }
  }
}

/** What is still missing of the file that had this tag. */
interface Part {
  start: number;
  etag: string | undefined;
}

async function follow(first: string, limits: Download, part: Part, signal: AbortSignal): Promise<IncomingMessage> {
  let url = parseUrl(first);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(url, limits, part, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200 || (statusCode === 206 && isRest(response, part))) {
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

function isRest({ headers }: IncomingMessage, { start }: Part): boolean {
  return start > 0 && headers['content-range']?.startsWith(`bytes ${start}-`) === true;
}

function parseUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new OutputError('bad_url', 'The output is not a URL');
  return new URL(text, base);
}

function request(url: URL, limits: Download, part: Part, signal: AbortSignal): Promise<IncomingMessage> {
  const access = limits.access?.origin === url.origin ? limits.access : undefined;
  const isOwn = access?.isOwn === true || (limits.isLoopbackAllowed && isLoopback(url));
  if (isOwn) assertOwn(url);
  else assertPublic(url);
  const get = url.protocol === 'https:' ? httpsGet : httpGet;
  const range = part.start > 0 && { range: `bytes=${part.start}-`, 'if-range': part.etag };
  // A server of our own may have to load the file, or be busy with another job.
  const timeout = access?.isOwn ? limits.timeoutMs : limits.idleMs;
  return new Promise((resolve, reject) => {
    const outgoing = get(
      url,
      {
        ...{ signal, timeout, agent: false, lookup: isOwn ? ownLookup : publicLookup },
        headers: { ...access?.headers, ...range },
      },
      (response) => {
        outgoing.setTimeout(limits.idleMs);
        resolve(response);
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('The server sent no data in time')));
    outgoing.on('error', reject);
  });
}

function isLoopback({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EROFS', 'EACCES', 'EMFILE', 'ENFILE', 'EDQUOT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}
