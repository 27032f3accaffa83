import fc from 'fast-check';
import { addressPrefix, networkPrefix } from './address-prefix';

describe('address prefixes', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7/32', '203.0.113.0/24'],
    ['::FFFF:cb00:7107', '203.0.113.7/32', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ])('%s counts as %s, and in the second tier as %s', (ip, host, network) => {
    expect([addressPrefix(ip), networkPrefix(ip)]).toEqual([host, network]);
  });

  it.each(['', 'localhost', '203.0.113', '203.0.113.007', '1.2.3.4.5', '::ffff:1.2.3', 'a:b', '203.0.113.7, 10.0.0.1'])(
    'an invalid address has the prefix unknown: %p',
    (ip) => {
      expect([addressPrefix(ip), networkPrefix(ip)]).toEqual(['unknown', 'unknown']);
    },
  );

  it('the 2^64 addresses of one IPv6 customer count as one client', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 }), (suffix) => {
        const ip = `2001:db8:1:2:${suffix.map((group) => group.toString(16)).join(':')}`;
        return addressPrefix(ip) === '2001:db8:1:2::/64' && networkPrefix(ip) === '2001:db8:1::/48';
      }),
    );
  });
});
