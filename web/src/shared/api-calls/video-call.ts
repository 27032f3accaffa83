import { snakeCase } from '@luit/contracts/http/snake-case';
import { sizeOf } from '@luit/contracts/http/video-sizes';
import type { RequestView } from '@luit/contracts/http/requests';
import { PARAMETERS } from '../parameters/parameter-texts';

/** A call of the public API that makes a video like an existing one. */
export interface VideoCall {
  kind: 'create' | 'remix';
  path: string;
  body: Record<string, string | number | boolean>;
}

/** The options that `POST /v1/videos` can say. A prompt alone has no framing. */
const CALL_OPTIONS: string[] = [...PARAMETERS, 'framing'];

/** `POST /v1/videos` if its fields can say everything, otherwise a remix, which takes all settings and images from the video. */
export function videoCall(request: RequestView): VideoCall {
  const { id, type, prompt, model, duration, resolution, options, references } = request;
  const { aspectRatio, framing: _framing, ...values } = { aspectRatio: null, framing: null, ...options };
  const ratio = aspectRatio ?? '16:9';
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  const hasOnlyFields = references.length === 0 && given.every(([name]) => CALL_OPTIONS.includes(name));
  if (type !== 'video' || !model || ratio === 'original' || !hasOnlyFields)
    return { kind: 'remix', path: `/v1/videos/${id}/remix`, body: { prompt } };
  return {
    kind: 'create',
    path: '/v1/videos',
    body: {
      ...{ prompt, model, seconds: String(duration), size: sizeOf(resolution, ratio) },
      ...Object.fromEntries(given.map(([name, value]) => [snakeCase(name), value])),
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
