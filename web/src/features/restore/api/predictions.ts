import { ApiError } from '../../../lib/api-error';
import { failureOf, type ApiClient } from '../../../lib/api-client';
import { restoreMessages, RESTORE_POLL_MS, RESTORE_TIMEOUT_MS, SERVICE } from '../copy';

export interface PredictionInput {
  /** A data URI. */
  img: string;
  version: string;
  scale: number;
}

interface Prediction {
  id: string;
  status: string;
  output: string | null;
  error: string | null;
}

const PATH = '/api/predictions';
const OVER = ['failed', 'canceled', 'aborted'];

/**
 * Restores a photo with the person's own key: starts it, asks every 2 s, and fetches the result.
 *
 * @throws Error with the text to show, also after 5 minutes without an end
 */
export async function restoreWithKey(
  api: ApiClient,
  key: string,
  input: PredictionInput,
  signal: AbortSignal,
): Promise<File> {
  const options = { headers: { 'x-provider-key': key }, signal };
  const end = Date.now() + RESTORE_TIMEOUT_MS;
  let prediction = await ask<Prediction>(restoreMessages.startFailed, () =>
    api.call(PATH, { ...options, method: 'POST', body: { input } }),
  );
  while (prediction.status !== 'succeeded') {
    if (OVER.includes(prediction.status)) throw new Error(prediction.error || restoreMessages.failed);
    if (Date.now() >= end) throw new Error(restoreMessages.timedOut);
    await pause(RESTORE_POLL_MS, signal);
    const { id } = prediction;
    prediction = await ask(restoreMessages.checkFailed, () => api.call(`${PATH}/${encodeURIComponent(id)}`, options));
  }
  if (!prediction.output) throw new Error(restoreMessages.failed);
  const answer = await api.send(prediction.output, options);
  if (!answer.ok) throw await failureOf(answer);
  const image = await answer.blob();
  return new File([image], `restored-${prediction.id}.${image.type === 'image/jpeg' ? 'jpg' : 'png'}`, {
    type: image.type,
  });
}

/** The service's own words where it answered, else what was being tried. */
async function ask<T>(fallback: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof DOMException) throw cause;
    if (!(cause instanceof ApiError)) throw new Error(fallback, { cause });
    const { status, text } = cause.details;
    if (cause.code === 'provider_error' && typeof status === 'number' && status !== 504) {
      throw new Error(restoreMessages.apiError(SERVICE, status, String(text)), { cause });
    }
    throw new Error(cause.isDefinite ? cause.message : fallback, { cause });
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Left the page', 'AbortError'));
    });
  });
}
