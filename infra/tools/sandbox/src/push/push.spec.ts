// cspell:ignore BTBZ Qulcy
import { generateKeyPairSync, sign } from 'node:crypto';
import { type RunningSandbox, startSandbox } from '../sandbox';
import { type SandboxClient, sandboxClient } from '../sandbox-client';
import { decryptMessage } from './decrypt-message';
import { keyOf32Bytes } from './push-service';

/** The example of RFC 8291, section 5. */
const RFC = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

it('a message is decrypted as in RFC 8291', () => {
  const message = Buffer.from(RFC.message, 'base64url');
  expect(decryptMessage(message, RFC)).toBe('When I grow up, I want to be a watermelon');
  message[message.length - 1]! ^= 1;
  expect(() => decryptMessage(message, RFC)).toThrow();
});

it('a private key that begins with a zero is kept as it is', () => {
  expect(Buffer.from(keyOf32Bytes(Buffer.alloc(31, 7)), 'base64url')).toEqual(
    Buffer.from([0, ...Array<number>(31).fill(7)]),
  );
});

describe('the push service', () => {
  let sandbox: RunningSandbox;
  let client: SandboxClient;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  );

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
    client = sandboxClient(sandbox);
  });
  afterAll(() => sandbox.close());

  const authorization = (aud = sandbox.url, lifetime = 3_600) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1_000) + lifetime;
    const token = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud, exp, sub: 'mailto:a@example.com' })}`;
    const signature = sign('sha256', Buffer.from(token), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${token}.${signature.toString('base64url')}, k=${key}`;
  };
  const send = (endpoint: string, headers: Record<string, string>) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'aes128gcm', ttl: '60', ...headers },
      body: Buffer.from('not encrypted'),
    });
  const subscribe = async (applicationServerKey = key) =>
    (await client.push('POST', '/browsers', { applicationServerKey })).body as { id: string; endpoint: string };

  it.each([
    ['no token', () => ({}), 401],
    ['a token for another service', () => ({ authorization: authorization('https://push.example') }), 401],
    ['a token that is valid for too long', () => ({ authorization: authorization(undefined, 90_000) }), 401],
    ['no TTL', () => ({ authorization: authorization(), ttl: '' }), 400],
    ['a topic that is too long', () => ({ authorization: authorization(), topic: 'a'.repeat(33) }), 400],
  ])('rejects a message with %s', async (_, headers, status) => {
    const { endpoint } = await subscribe();
    expect((await send(endpoint, headers())).status).toBe(status);
  });

  it('rejects a message that was signed with another key, and one to a subscription that ended', async () => {
    const other = await subscribe(`B${'A'.repeat(86)}`);
    expect((await send(other.endpoint, { authorization: authorization() })).status).toBe(403);
    await client.push('DELETE', `/browsers/${other.id}`);
    expect((await send(other.endpoint, { authorization: authorization() })).status).toBe(410);
    expect((await send(`${other.endpoint}x`, { authorization: authorization() })).status).toBe(404);
  });
});
