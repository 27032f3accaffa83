import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { COMMON_PASSWORDS_FILE, compilePasswords } from './common-passwords';
import { passwordWeakness } from './password-policy';

const email = 'rupali.das@example.com';

describe('the password policy', () => {
  it.each([
    ['abcde', 'Password must be at least 6 characters long'],
    ['        ', 'Password must not be made of spaces only'],
    ['\u3000\u00a0\t\n  ', 'Password must not be made of spaces only'],
    ['Rupali.Das@Example.com', 'Password must not be your email address'],
    [' rupali.das', 'Password must not be your email address'],
    ['password', expect.stringContaining('most common')],
    ['PassWord1', expect.stringContaining('most common')],
    ['  iloveyou ', expect.stringContaining('most common')],
    ['qwerty123', expect.stringContaining('most common')],
    ['1q2w3e4r5t', expect.stringContaining('most common')],
  ])('refuses %p (G-67)', (password, reason) => {
    expect(passwordWeakness(password, email)).toEqual(reason);
  });

  it.each(['correct horse', 'ছয়টা আখৰ', '🎬🎬🎬🎬🎬🎬', 'abc\0de', 'rupali.das and more', 'é'.repeat(500)])(
    'takes %p',
    (password) => {
      expect(passwordWeakness(password, email)).toBeUndefined();
    },
  );

  it('refuses no password of twelve random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
        const password = Buffer.from(bytes).toString('hex');
        return passwordWeakness(`x${password}`, email) === undefined;
      }),
    );
  });

  it('knows 100,000 passwords, each once', () => {
    expect(compilePasswords(['Password', 'password', 'dragon'])).toHaveLength(10);
    expect(readFileSync(COMMON_PASSWORDS_FILE)).toHaveLength(500_000);
  });
});
