import { bearer } from '../floods/flood';
import { each, type Family, type HostileInput, json } from './input';

/** URLs that a server must never fetch, including obfuscated forms. */
const ADDRESSES = [
  'http://127.0.0.1:6379/',
  'http://localhost/admin',
  'http://[::1]/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://metadata.google.internal/',
  'http://evil.example#@127.0.0.1/',
  'http://127.0.0.1@evil.example/',
  'https://replicate.delivery.evil.example/a.png',
  'https://evil.example/replicate.delivery',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'ftp://127.0.0.1/',
  'data:text/html,<script>luit_mark()</script>',
  '//evil.example/a.png',
  '\\\\evil.example\\a.png',
  '/api/files/../../etc/passwd',
  '/api/files/uploads/00000000-0000-4000-8000-000000000000.png?expires=99999999999&signature=AAAA',
];

const order = (imageUrl: string) => ({ planId: '5s-480p', prompt: 'A river', currency: 'INR', imageUrl });

export const FOREIGN_ADDRESSES: Family = {
  name: 'addresses to fetch',
  inputs: ({ token }) =>
    ADDRESSES.flatMap((address): HostileInput[] => [
      { name: `an order with ${address}`, send: json('/api/payments/order', order(address)), status: [400] },
      {
        name: `a prediction with ${address}`,
        send: json(
          '/api/predictions',
          { input: { img: address, version: 'v1.4', scale: 2 }, webhook: address },
          { ...bearer(token), 'x-provider-key': 'r8_abuse' },
        ),
        status: [400],
      },
    ]),
};

/** Variants of a signed path, each with one change. */
function tampered(path: string): Record<string, string> {
  const [key = '', query = ''] = path.split('?');
  const values = new URLSearchParams(query);
  const expires = values.get('expires') ?? '';
  const signature = values.get('signature') ?? '';
  return {
    'no signature': `${key}?expires=${expires}`,
    'no expiry': `${key}?signature=${signature}`,
    nothing: key,
    'a later expiry': `${key}?expires=${Number(expires) + 3_600}&signature=${signature}`,
    'an expiry as a fraction': `${key}?expires=${expires}.0&signature=${signature}`,
    'an expiry in another base': `${key}?expires=0x${Number(expires).toString(16)}&signature=${signature}x`,
    'two expiries': `${key}?expires=${expires}&expires=9999999999&signature=${signature}`,
    'half a signature': `${key}?expires=${expires}&signature=${signature.slice(0, 20)}`,
    'an empty signature': `${key}?expires=${expires}&signature=`,
    'signatures as a list': `${key}?expires=${expires}&signature[]=${signature}`,
    'a signature of 50 kB': `${key}?expires=${expires}&signature=${'A'.repeat(50_000)}`,
    'another file': `${key.replace(/[0-9a-f]/, '0')}x?expires=${expires}&signature=${signature}`,
    'a folder above': `${key}/../x?expires=${expires}&signature=${signature}`,
    'a made-up guest token': `${key}?claim=a.b.c`,
  };
}

export const SIGNED_LINKS: Family = {
  name: 'signed links',
  inputs: ({ videoPath }) =>
    each(tampered(videoPath), (name, path): HostileInput => ({
      name,
      send: { path },
      // Another spelling of the same expiry keeps the signature valid, and opens only the same file.
      status: [400, 401, 403, 404, 414, 431, ...(name === 'an expiry as a fraction' ? [200] : [])],
    })),
};

const EVENT = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { id: 'pay_x' } } } });

const WEBHOOKS: Record<string, Record<string, string>> = {
  'no signature': {},
  'an empty signature': { 'x-razorpay-signature': '' },
  zeros: { 'x-razorpay-signature': '0'.repeat(64) },
  'text for a signature': { 'x-razorpay-signature': 'not hex at all' },
  'a signature of 50 kB': { 'x-razorpay-signature': 'a'.repeat(50_000) },
  'a long event id': { 'x-razorpay-signature': '0'.repeat(64), 'x-razorpay-event-id': 'e'.repeat(50_000) },
  'bytes above ASCII': { 'x-razorpay-signature': '\u00e9\u00ff' },
};

const PROVIDER_PATHS = [
  'replicate/x',
  'fal/x',
  'ark/x',
  'nobody/x',
  '__proto__/x',
  `replicate/${'t'.repeat(5_000)}`,
  'replicate/..%2f..',
];

export const WEBHOOK_SHAPES: Family = {
  name: 'webhooks',
  inputs: () => [
    ...each(WEBHOOKS, (name, headers): HostileInput => ({
      name,
      send: json('/api/webhooks/razorpay', EVENT, headers),
      status: [400, 401, 403, 431],
    })),
    ...PROVIDER_PATHS.map((path): HostileInput => ({
      name: path.slice(0, 40),
      send: json(`/api/webhooks/providers/${path}`, EVENT, {
        'webhook-id': 'a',
        'webhook-timestamp': '1',
        'webhook-signature': 'v1,x',
      }),
      status: [400, 401, 403, 404, 414],
    })),
    {
      name: 'a body of noise',
      send: json('/api/webhooks/razorpay', Buffer.alloc(1_000_000, 0xff), WEBHOOKS.zeros),
      status: [400, 401, 403, 413],
    },
  ],
};
