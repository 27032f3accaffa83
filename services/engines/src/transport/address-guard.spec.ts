import { isPublicAddress } from '@luit/platform/security/public-address';
import { publicLookup } from './address-guard';

describe('addresses of outputs', () => {
  it.each(['8.8.8.8', '104.18.0.1', '172.32.0.1', '2606:4700::6810:1', '2a00:1450:4001:80b::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    'fe80::1%lo',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([true, false])('a name that resolves to a private address is refused (all: %s)', async (all) => {
    const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
    expect(error).toMatchObject({ code: 'forbidden_address', isFinal: true });
  });
});
