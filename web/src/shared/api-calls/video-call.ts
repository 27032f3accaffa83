import { type Quality, SIZES } from '@luit/contracts/http/video-sizes';
import type { RequestView } from '@luit/contracts/http/requests';

/** A call of the public API that makes a video like an existing one. */
export interface VideoCall {
  kind: 'create' | 'remix';
  path: string;
  body: Record<string, string | number>;
}

/** The options that `POST /v1/videos` can say. A prompt alone has no framing. */
const CALL_OPTIONS = ['aspectRatio', 'framing', 'seed'];

/**
 * `POST /v1/videos` if its fields can say everything, otherwise a remix, which takes all settings and images from the video.
 *
 * @param quality undefined if the plan of the video is no longer offered
 */
export function videoCall(
  { id, type, prompt, model, duration, options }: RequestView,
  quality: Quality | undefined,
): VideoCall {
  const ratio = options?.aspectRatio ?? '16:9';
  const hasOnlyFields = Object.entries(options ?? {}).every(([name, value]) => !value || CALL_OPTIONS.includes(name));
  if (type !== 'video' || !model || !quality || ratio === 'original' || !hasOnlyFields)
    return { kind: 'remix', path: `/v1/videos/${id}/remix`, body: { prompt } };
  const seed = options?.seed ?? null;
  return {
    kind: 'create',
    path: '/v1/videos',
    body: {
      ...{ prompt, model, seconds: String(duration), size: SIZES[quality][ratio] },
      ...(seed !== null && { seed }),
    },
  };
}

/** For a POSIX shell. */
export function asCurl(origin: string, { path, body }: VideoCall): string {
  const data = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return String.raw`curl -sS --fail-with-body "${origin}${path}" \
  --header "Authorization: Bearer $LUIT_API_KEY" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: video-$(date +%s)" \
  --data '${data}'`;
}

/** For Node.js, without packages. */
export function asTypeScript(origin: string, { path, body }: VideoCall): string {
  return `const response = await fetch('${origin}${path}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.LUIT_API_KEY}\`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
});
console.log(await response.json());`;
}

export const LANGUAGES = [
  { name: 'curl', file: 'create-video.sh', write: asCurl },
  { name: 'TypeScript', file: 'create-video.mts', write: asTypeScript },
];
