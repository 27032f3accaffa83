import { t } from '@lingui/core/macro';
import { ApiError } from '../../../lib/api-error';
import { failureOf, type ApiClient } from '../../../lib/api-client';
import { providerAdvice, restoreMessages, RESTORE_POLL_MS, RESTORE_TIMEOUT_MS, SERVICE } from '../copy';

export interface PredictionInput {
  /** A data URL. */
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
const FAILED_STATUSES = ['failed', 'canceled', 'aborted'];

/**
 * Restores a photo with the user's own API key: starts the prediction, polls every 2 s and downloads the result.
 *
 * @throws Error with the text to show, also after a timeout of 5 minutes
 */
export async function restoreWithKey(
  api: ApiClient,
  key: string,
  input: PredictionInput,
  signal: AbortSignal,
): Promise<File> {
  const options = { headers: { 'x-provider-key': key }, signal };
  const deadline = Date.now() + RESTORE_TIMEOUT_MS;
  let prediction = await withErrorText<Prediction>(restoreMessages.startFailed, () =>
    api.call(PATH, { ...options, method: 'POST', body: { input } }),
  );
  while (prediction.status !== 'succeeded') {
    if (FAILED_STATUSES.includes(prediction.status)) throw failureOfPrediction(prediction.error);
    if (Date.now() >= deadline) throw new Error(t`Restoration timeout. Please check status later.`);
    await pause(RESTORE_POLL_MS, signal);
    const { id } = prediction;
    prediction = await withErrorText(restoreMessages.checkFailed, () =>
      api.call(`${PATH}/${encodeURIComponent(id)}`, options),
    );
  }
  if (!prediction.output) throw new Error(restoreMessages.failed);
  const response = await api.send(prediction.output, options);
  if (!response.ok) throw await failureOf(response);
  const image = await response.blob();
  return new File([image], `restored-${prediction.id}.${image.type === 'image/jpeg' ? 'jpg' : 'png'}`, {
    type: image.type,
  });
}

/** Fails a restoration with the provider's own words, which users need help with. */
export class ProviderRefusal extends Error {
  constructor(
    message: string,
    /** What happened and what to do. */
    readonly advice: string,
    /** Whether the same input may succeed the next time. */
    readonly isTemporary: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ProviderRefusal';
  }
}

function failureOfPrediction(text: string | null): Error {
  if (!text) return new Error(restoreMessages.failed);
  return new ProviderRefusal(
    t`${{ service: SERVICE }} reported: ${text}`,
    t`Image restoration failed. Try again, or choose another photo.`,
    true,
  );
}

/** Throws the provider's error text, or `fallback` without a usable response. */
async function withErrorText<T>(fallback: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof DOMException) throw cause;
    if (!(cause instanceof ApiError)) throw new Error(fallback, { cause });
    const { status, text } = cause.details;
    if (cause.code === 'provider_error' && typeof status === 'number' && status !== 504) {
      const isTemporary = status === 429 || status >= 500;
      const detail = t`${{ service: SERVICE }} API error: ${status} - ${{ text: String(text) }}`;
      throw new ProviderRefusal(detail, providerAdvice(SERVICE, status), isTemporary, { cause });
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
