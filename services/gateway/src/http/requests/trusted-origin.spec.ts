import { isTrustedOrigin } from './trusted-origin';

const PLAIN = 'http://127.0.0.1:8080';
const SAFE = 'https://luit.example';

describe('isTrustedOrigin', () => {
  it.each([
    [{}, SAFE, true],
    [{ host: 'luit.example', origin: SAFE }, SAFE, true],
    [{ host: 'gateway:8080', origin: SAFE }, SAFE, true],
    [{ host: 'luit.example', origin: 'http://luit.example' }, SAFE, false],
    [{ host: 'luit.example', origin: 'https://luit.example:8443' }, SAFE, false],
    [{ host: 'luit.example', origin: 'https://luit.example.evil.example' }, SAFE, false],
    [{ host: 'luit.example', origin: 'https://evil.example' }, SAFE, false],
    [{ host: 'luit.example', origin: 'null' }, SAFE, false],
    [{ host: 'localhost:5173', origin: 'http://localhost:5173' }, PLAIN, true],
    [{ host: 'luit.example', 'sec-fetch-site': 'same-origin' }, SAFE, true],
    [{ host: 'luit.example', 'sec-fetch-site': 'none' }, SAFE, true],
    [{ host: 'luit.example', 'sec-fetch-site': 'same-site' }, SAFE, false],
    [{ host: 'luit.example', origin: SAFE, 'sec-fetch-site': 'same-site' }, SAFE, true],
    [{ host: 'luit.example', origin: SAFE, 'sec-fetch-site': 'cross-site' }, SAFE, false],
  ])('a request with %j to pages at %s is trusted: %s', (headers, webUrl, expected) => {
    expect(isTrustedOrigin({ headers }, webUrl)).toBe(expected);
  });
});
