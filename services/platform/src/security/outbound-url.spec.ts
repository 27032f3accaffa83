import { outboundUrlFault } from './outbound-url';

it.each([
  ['https://hooks.example.com/a', null],
  ['https://1.1.1.1/a', null],
  ['http://hooks.example.com/a', 'https://'],
  ['https://a:b@hooks.example.com/', 'password'],
  ['https://a@hooks.example.com/', 'password'],
  ['https://:p@hooks.example.com/', 'password'],
  ['https://@hooks.example.com/', 'password'],
  ['https://:@hooks.example.com/', 'password'],
  ['HTTPS:\\\\:p@hooks.example.com', 'password'],
  ['https:/:p@hooks.example.com', 'password'],
  ['https://hooks.example.com/@a?b=c@d#@', null],
  ['https://10.1.2.3/', 'private'],
  ['https://0.0.0.0/', 'private'],
  ['https://169.254.169.254/latest', 'private'],
  ['https://0x7f000001/', 'private'],
  ['https://[::1]/', 'private'],
  ['https://[::ffff:10.0.0.1]/', 'private'],
  ['https://redis/', 'private'],
  ['https://localhost./', 'private'],
])('the fault of %s is %p', (address, fault) => {
  expect(outboundUrlFault(address, false)).toEqual(fault && expect.stringContaining(fault));
});

it('in local mode this machine is allowed, but no password', () => {
  expect(outboundUrlFault('http://127.0.0.1:8090/push', true)).toBeNull();
  expect(outboundUrlFault('http://a:b@127.0.0.1/', true)).toContain('password');
});
