import { t } from '@lingui/core/macro';
import { tabStorage } from '@luit/ui/storage';
import type { ApiClient } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { fingerprint } from '../image-file';

/** Sign-out deletes everything with the prefix of drafts. */
const keyOf = (image: File): string => `luit.draft.upload.${fingerprint(image)}`;

/** The address of the unfinished or finished upload of a file, kept through reloads of this tab. */
function findBookmark(image: File): string | null {
  return tabStorage.getItem(keyOf(image));
}

function saveBookmark(image: File, location: string): void {
  tabStorage.setItem(keyOf(image), location);
}

function deleteBookmark(image: File): void {
  tabStorage.removeItem(keyOf(image));
}

/** A slow phone sends 16 kB within seconds; larger parts than 1 MB would gain nothing. */
const MIN_BYTES = 16 * 1024;
const MAX_BYTES = 1024 * 1024;
const FIRST_PART_BYTES = 32 * 1024;
/** Short enough for a progress bar that moves. */
const TARGET_MS = 700;

/** The size of the next part, bytes, so that sending it takes about 0.7 s. At most doubles. */
function nextPartBytes(bytes: number, ms: number): number {
  const fitting = (bytes * TARGET_MS) / Math.max(1, ms);
  return Math.round(Math.min(MAX_BYTES, bytes * 2, Math.max(MIN_BYTES, fitting)));
}

/** Why nothing is being sent at the moment. */
export type Interruption = 'offline' | 'busy';

interface UploadOptions {
  signal: AbortSignal;
  /** Called with the bytes that the server has, and why the upload is interrupted, if it is. */
  onProgress: (sentBytes: number, interruption: Interruption | null) => void;
  /** Resolves when the next attempt may begin. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const ROUTE = '/api/uploads/resumable';
const PART_TYPE = 'application/offset+octet-stream';
const PART_TIMEOUT_MS = 30_000;
const MAX_DELAY_MS = 5_000;
/**
 * The upload fails after this many consecutive responses of an overloaded or restarting server. A lost connection is retried until the user
 * cancels.
 */
const MAX_BUSY_ANSWERS = 10;
const MAX_RESTARTS = 3;
/** The upload fails if the server asks it to wait for longer; the server's text then says what to do. */
const MAX_WAIT_SECONDS = 60;

/**
 * Uploads an image in parts (tus 1.0) and returns its link, which requests and orders accept for a day. Continues an earlier
 * upload of the same file, and after a lost connection.
 *
 * @throws ApiError if the server rejects the image; DOMException `AbortError` if the signal aborts
 */
export async function uploadResumable(api: ApiClient, image: File, options: UploadOptions): Promise<string> {
  const { signal, onProgress, wait = waitForConnection } = options;
  let sentBytes = 0;
  let failures = 0;
  let restarts = 0;
  const progress = (bytes: number) => {
    if (bytes > sentBytes) failures = 0;
    sentBytes = bytes;
    onProgress(bytes, null);
  };
  for (;;) {
    try {
      return await attempt(api, image, signal, progress);
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof ApiError)) throw cause;
      const isGone = cause.status === 404;
      if (isGone) deleteBookmark(image);
      if ((isGone || cause.status === 409) && restarts < MAX_RESTARTS) {
        restarts += 1;
        continue;
      }
      if (cause.isDefinite) deleteBookmark(image);
      failures += 1;
      const isOffline = cause.status === 0;
      const isLong = cause.code === 'storage_full' || (cause.retryAfterSeconds ?? 0) > MAX_WAIT_SECONDS;
      if (cause.isDefinite || isLong || (!isOffline && failures > MAX_BUSY_ANSWERS)) throw cause;
      onProgress(sentBytes, isOffline ? 'offline' : 'busy');
      const delay = Math.min(MAX_DELAY_MS, 500 * 2 ** failures);
      await wait(cause.retryAfterSeconds ? cause.retryAfterSeconds * 1_000 : delay, signal);
    }
  }
}

async function attempt(
  api: ApiClient,
  image: File,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const location = findBookmark(image) ?? (await create(api, image, signal));
  let offset = await offsetOf(api, location, signal);
  onProgress(offset);
  let partBytes = FIRST_PART_BYTES;
  while (offset < image.size) {
    const startedAt = performance.now();
    const part = image.slice(offset, offset + partBytes);
    offset = await sendPart(api, location, { offset, part, signal });
    signal.throwIfAborted();
    partBytes = nextPartBytes(part.size, performance.now() - startedAt);
    onProgress(offset);
  }
  return (await api.call<{ image_url: string }>(`${location}/image`, { method: 'POST', signal })).image_url;
}

async function create(api: ApiClient, image: File, signal: AbortSignal): Promise<string> {
  const headers = { 'upload-length': String(image.size), 'tus-resumable': '1.0.0' };
  const { upload_id: id } = await api.call<{ upload_id: string }>(ROUTE, { method: 'POST', headers, signal });
  const location = `${ROUTE}/${id}`;
  saveBookmark(image, location);
  return location;
}

async function offsetOf(api: ApiClient, location: string, signal: AbortSignal): Promise<number> {
  const response = await api.send(location, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' }, signal });
  return offsetIn(response);
}

async function sendPart(
  api: ApiClient,
  location: string,
  { offset, part, signal }: { offset: number; part: Blob; signal: AbortSignal },
): Promise<number> {
  const headers = { 'upload-offset': String(offset), 'content-type': PART_TYPE, 'tus-resumable': '1.0.0' };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)]);
  const response = await api.send(location, { method: 'PATCH', headers, body: part, signal: limited });
  return offsetIn(response);
}

function offsetIn(response: Response): number {
  const offset = response.headers.get('upload-offset');
  if (response.ok && offset !== null) return Number(offset);
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new ApiError(t`The server responded with status ${status}.`, {
    // A response without an offset is not from the upload server.
    status: response.ok ? 0 : status,
    code: status === 507 ? 'storage_full' : 'unreadable',
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

/** Waits, but not longer than until the browser is online again. */
function waitForConnection(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(new DOMException('The upload was canceled', 'AbortError'));
      else resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
