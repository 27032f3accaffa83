import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';
import { expectBoundedGuesses } from '../../test/guess-flood';

describe('a long flood of guesses', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  it(
    '10,000 guesses from 10,000 addresses cost a handful of hashes, and the owner can sign in [AUTH-24]',
    () => expectBoundedGuesses(app, 10_000),
    300_000,
  );
});
