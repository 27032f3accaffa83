import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { COMMON_PASSWORDS_FILE, compilePasswords } from './common-passwords';
import { passwordWeakness } from './password-policy';

const email = 'rupali.das@example.com';

describe('the password policy', () => {
  it.each([
    ['abcde', 'Password must be at least 6 characters long'],
    ['        ', 'Password must not consist only of spaces'],
    ['\u3000\u00a0\t\n  ', 'Password must not consist only of spaces'],
    ['Rupali.Das@Example.com', 'Password must not be your email address'],
    [' rupali.das', 'Password must not be your email address'],
    ['password', expect.stringContaining('most common')],
    ['PassWord1', expect.stringContaining('most common')],
    ['  iloveyou ', expect.stringContaining('most common')],
    ['qwerty123', expect.stringContaining('most common')],
    ['1q2w3e4r5t', expect.stringContaining('most common')],
  ])('%p is rejected [G-67]', (password, reason) => {
    expect(passwordWeakness(password, email)).toEqual(reason);
  });

  it.each(['correct horse', 'ছয়টা আখৰ', '🎬🎬🎬🎬🎬🎬', 'abc\0de', 'rupali.das and more', 'é'.repeat(500)])(
    '%p is accepted',
    (password) => {
      expect(passwordWeakness(password, email)).toBeUndefined();
    },
  );

  it('a password of twelve random bytes is accepted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
        const password = Buffer.from(bytes).toString('hex');
        return passwordWeakness(`x${password}`, email) === undefined;
      }),
    );
  });

  it('the list has 100,000 distinct passwords', () => {
    expect(compilePasswords(['Password', 'password', 'dragon'])).toHaveLength(10);
    expect(readFileSync(COMMON_PASSWORDS_FILE)).toHaveLength(500_000);
  });
});
