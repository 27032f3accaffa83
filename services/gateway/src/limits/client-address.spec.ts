import type { IncomingMessage } from 'node:http';
import { addressPrefix, clientAddressOf } from './client-address';

describe('the address a client is limited by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %s is %s', (ip, prefix) => expect(addressPrefix(ip)).toBe(prefix));

  const requestFrom = (remoteAddress: string, forwarded?: string): IncomingMessage =>
    ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as never;

  it('believes X-Forwarded-For of the configured proxies alone', () => {
    const behind = clientAddressOf('10.0.0.0/8, 127.0.0.1');
    expect(behind(requestFrom('10.1.2.3', '198.51.100.9'))).toBe('198.51.100.9');
    expect(behind(requestFrom('192.0.2.1', '198.51.100.9'))).toBe('192.0.2.1');
    expect(clientAddressOf(false)(requestFrom('10.1.2.3', '198.51.100.9'))).toBe('10.1.2.3');
  });
});
