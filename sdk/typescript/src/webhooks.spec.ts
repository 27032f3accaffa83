import { Webhook } from 'standardwebhooks';
import { testVideo } from './testing/test-videos';
import { verifyWebhook, WebhookVerificationError } from './webhooks';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify({
  type: 'video.completed',
  timestamp: '2026-12-01T00:00:00Z',
  data: testVideo('completed'),
});

function signed(secret: string, at = new Date()): Record<string, string> {
  const signature = new Webhook(secret).sign('d-1', at, body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return { 'webhook-id': 'd-1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

describe('webhooks of the SDK', () => {
  it('a signed webhook is an event, whatever carries its headers and body', async () => {
    const event = await verifyWebhook(body, signed(SECRET), SECRET);
    expect(event).toMatchObject({ type: 'video.completed', data: { id: 'v-1', status: 'completed' } });
    expect(await verifyWebhook(Buffer.from(body), new Headers(signed(SECRET)), SECRET)).toEqual(event);
  });

  it('a webhook with a second signature is valid while the secret is rotated', async () => {
    const headers = signed(SECRET);
    const signatures = `${signed(OTHER)['webhook-signature']} ${headers['webhook-signature']}`;
    const event = await verifyWebhook(body, { ...headers, 'webhook-signature': signatures }, SECRET);
    expect(event.type).toBe('video.completed');
  });

  it.each([
    ['of another secret', body, signed(OTHER)],
    ['with another body', `${body} `, signed(SECRET)],
    ['without a signature', body, {}],
    ['whose signature is no base64', body, { ...signed(SECRET), 'webhook-signature': 'v1,***' }],
    ['without a timestamp', body, { ...signed(SECRET), 'webhook-timestamp': '' }],
    ['that is ten minutes old', body, signed(SECRET, new Date(Date.now() - 600_000))],
  ])('a webhook %s is refused', async (_what, text, headers) => {
    await expect(verifyWebhook(text, headers, SECRET)).rejects.toThrow(WebhookVerificationError);
  });
});
