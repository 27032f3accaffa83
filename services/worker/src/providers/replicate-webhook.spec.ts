import { signatureFault, verifyReplicateWebhook } from './replicate-webhook';

/** Test vector of the Standard Webhooks specification, which Replicate uses. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = Buffer.from('{"test": 2432232314}');
const SIGNED_AT_MS = 1_614_265_330_000;
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

function headers(changes: Record<string, string> = {}): Record<string, string> {
  return {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': SIGNATURE,
    ...changes,
  };
}

describe('Replicate webhook signatures', () => {
  it('the published test vector matches', () => {
    expect(signatureFault(SECRET, headers(), BODY, SIGNED_AT_MS)).toBeNull();
  });

  it('one matching signature of several is enough', () => {
    const several = `v1,${Buffer.alloc(32).toString('base64')} v2,abc ${SIGNATURE}`;
    expect(signatureFault(SECRET, headers({ 'webhook-signature': several }), BODY, SIGNED_AT_MS)).toBeNull();
  });

  it.each([
    ['another body', headers(), Buffer.from('{"test":2432232314}'), SIGNED_AT_MS, 'No signature matches'],
    ['another id', headers({ 'webhook-id': 'msg_1' }), BODY, SIGNED_AT_MS, 'No signature matches'],
    ['another time', headers({ 'webhook-timestamp': '1614265331' }), BODY, SIGNED_AT_MS, 'No signature matches'],
    ['another version', headers({ 'webhook-signature': SIGNATURE.replace('v1', 'v2') }), BODY, SIGNED_AT_MS, 'No sig'],
    ['a cut signature', headers({ 'webhook-signature': 'v1,g0hM' }), BODY, SIGNED_AT_MS, 'No signature matches'],
    ['no signature', headers({ 'webhook-signature': '' }), BODY, SIGNED_AT_MS, 'missing'],
    ['no number as time', headers({ 'webhook-timestamp': 'now' }), BODY, SIGNED_AT_MS, 'not a number'],
    ['a replay after six minutes', headers(), BODY, SIGNED_AT_MS + 360_000, 'too old'],
    ['a time six minutes ahead', headers(), BODY, SIGNED_AT_MS - 360_000, 'too old'],
  ])('a webhook with %s is refused', (_what, given, body, nowMs, reason) => {
    expect(signatureFault(SECRET, given, body, nowMs)).toContain(reason);
  });

  it('a signed body that is not a prediction is refused', () => {
    expect(verifyReplicateWebhook(SECRET, null, headers(), BODY, SIGNED_AT_MS)).toEqual({
      refusal: 'The body is not a prediction',
    });
  });
});
