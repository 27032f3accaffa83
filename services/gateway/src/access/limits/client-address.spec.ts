import type { IncomingMessage } from 'node:http';
import { clientAddressOf } from './client-address';

describe('clientAddressOf', () => {
  const requestFrom = (remoteAddress: string, forwarded?: string): IncomingMessage =>
    ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as never;

  it('X-Forwarded-For is trusted from configured proxies only', () => {
    const behind = clientAddressOf('10.0.0.0/8, 127.0.0.1');
    expect(behind(requestFrom('10.1.2.3', '198.51.100.9'))).toBe('198.51.100.9');
    expect(behind(requestFrom('192.0.2.1', '198.51.100.9'))).toBe('192.0.2.1');
    expect(clientAddressOf(false)(requestFrom('10.1.2.3', '198.51.100.9'))).toBe('10.1.2.3');
  });
});
