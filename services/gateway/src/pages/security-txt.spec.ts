import request from 'supertest';
import { startGatewayTestApp } from '../test/gateway-test-app';

const PATH = '/.well-known/security.txt';

describe('security.txt', () => {
  it('the file contains the configured contact and an expiry (RFC 9116)', async () => {
    const gateway = await startGatewayTestApp({ contactEmail: 'security@luit.example' });
    try {
      const answer = await request(gateway.url).get(PATH).expect(200);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.text).toContain('Contact: mailto:security@luit.example\n');
      const expires = Date.parse(/^Expires: (.+)$/m.exec(answer.text)?.[1] ?? '');
      expect(expires).toBeGreaterThan(Date.now());
      expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
    } finally {
      await gateway.close();
    }
  });

  it('the file does not exist if no contact is configured', async () => {
    const gateway = await startGatewayTestApp();
    try {
      await request(gateway.url).get(PATH).expect(404);
    } finally {
      await gateway.close();
    }
  });
});
