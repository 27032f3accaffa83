import { bearer, type Flood } from './flood';

const KEYS = 80_000;
const MANY = 100_000;

/** A JSON object with this many short keys; about 850 kB for 80,000. */
export function manyKeys(keys: number, prefix = 'k'): string {
  return `{${Array.from({ length: keys }, (_, i) => `"${prefix}${i}":1`).join(',')}}`;
}

export function manyParameters(parameters: number): string {
  return Array.from({ length: parameters }, (_, i) => `k${i}=1`).join('&');
}

/** Bodies and URLs that cost more to parse than to send. */
export const BODY_FLOODS: Flood[] = [
  {
    name: 'json-keys',
    sends: `sign-ins with ${KEYS} keys in one object`,
    isShort: true,
    run: (context) => {
      const body = manyKeys(KEYS);
      return context.repeat(30, 3, () => context.postJson('/api/auth/signin', body));
    },
  },
  {
    name: 'json-nested-keys',
    sends: `contact messages with ${KEYS} keys in an unknown field`,
    run: (context) => {
      const body = `{"email":"a@example.com","name":"A","subject":"general","message":"m","x":${manyKeys(KEYS)}}`;
      return context.repeat(30, 3, (turn) => context.send(contact(body, context.from(turn))));
    },
  },
  {
    name: 'json-arrays',
    sends: 'sign-ins with an array of 250,000 empty arrays',
    run: (context) => {
      const body = `{"email":[${Array.from({ length: 250_000 }, () => '[]').join(',')}]}`;
      return context.repeat(30, 3, () => context.postJson('/api/auth/signin', body));
    },
  },
  {
    name: 'query-keys',
    sends: 'URLs with 10,000 parameters',
    run: (context) => {
      const path = `/api/requests?${manyParameters(10_000)}`;
      return context.repeat(200, 8, () => context.send({ path, headers: bearer(context.access.token) }));
    },
  },
  {
    name: 'headers',
    sends: 'requests with 90 kB of headers',
    run: (context) => {
      const headers = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`x-abuse-${i}`, 'v'.repeat(990)]));
      return context.repeat(2_000, 32, () => context.send({ path: '/api/plans', headers }));
    },
  },
  {
    name: 'not-found',
    sends: 'unknown API routes',
    run: (context) => context.repeat(MANY, 32, (turn) => context.send({ path: `/api/nothing/${turn}` })),
  },
  {
    name: 'pages',
    sends: 'random pages of the app',
    run: (context) => context.repeat(MANY, 32, (turn) => context.send({ path: `/nowhere/${turn}` })),
  },
  {
    name: 'webhooks',
    sends: 'webhooks of 500 kB with a bad signature',
    run: (context) => {
      const body = Buffer.alloc(500_000, 'a');
      const headers = { 'content-type': 'application/json', 'x-razorpay-signature': '0'.repeat(64) };
      return context.repeat(500, 8, () =>
        context.send({ method: 'POST', path: '/api/webhooks/razorpay', headers, body }),
      );
    },
  },
  {
    name: 'predictions',
    sends: 'predictions of 13 MB with an invalid key',
    run: (context) => {
      const image = `data:image/png;base64,${'A'.repeat(13_000_000)}`;
      const body = JSON.stringify({ input: { img: image, version: 'v1.4', scale: 2 } });
      const headers = { ...bearer(context.access.token), 'x-provider-key': 'r8_abuse' };
      return context.repeat(100, 8, () => context.postJson('/api/predictions', body, headers));
    },
  },
  {
    name: 'signed-links',
    sends: 'file links with a wrong signature',
    run: (context) =>
      context.repeat(MANY, 32, (turn) =>
        context.send({ path: context.access.videoPath.replace(/signature=.*/, `signature=${turn}`) }),
      ),
    atMost: { 200: 0, 206: 0 },
  },
];

function contact(body: string, from: string) {
  return { method: 'POST', path: '/api/contact', from, headers: { 'content-type': 'application/json' }, body };
}
