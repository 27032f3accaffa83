import { t } from '@lingui/core/macro';
import { ApiError } from '../../../lib/api-error';
import { failureOf, type ApiClient } from '../../../lib/api-client';
import { requestMessages } from '../../../shared/requests/copy';
import { restoreMessages } from '../copy';

const RESTORE_TIMEOUT_MS = 300_000;

/** An own-key restoration is polled every 2 s, for at most 5 minutes. */
const RESTORE_POLL_MS = 2_000;

const SERVICE = 'Replicate';

/** What to do about a refusal of the provider, by its HTTP status. */
function providerAdvice(service: string, status: number): string {
  if (status === 401 || status === 403)
    return t`${service} didn’t accept your API key. Change it below, or pay with credits.`;
  if (status === 402) return t`Your ${service} account has no credit left. Add some there, or pay with credits.`;
  if (status === 429) return t`${service} limits how often your key may be used. Wait a minute and try again.`;
  if (status >= 500) return t`${service} has a problem right now. Try again in a few minutes, or pay with credits.`;
  return t`${service} couldn’t process this photo. Choose another photo or other settings.`;
}

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
  if (!prediction.output) throw new Error(requestMessages.failed.restore);
  const response = await api.send(prediction.output, options);
  if (!response.ok) throw await failureOf(response);
  const image = await response.blob();
  return new File([image], `restored-${prediction.id}.${image.type === 'image/jpeg' ? 'jpg' : 'png'}`, {
    type: image.type,
  });
}

/** Fails a restoration with the provider's error text, which helps the user to solve the problem. */
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
  if (!text) return new Error(requestMessages.failed.restore);
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
