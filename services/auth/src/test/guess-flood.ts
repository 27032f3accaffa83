import { authCalls } from '@luit/contracts/auth/messages';
import type { LuitError } from '@luit/contracts/errors';
import { eventually } from '@luit/platform/testing/eventually';
import { type AuthTestApp, device, password, unknownDevice } from './auth-test-app';

const PARALLEL = 64;
const ADDRESSES_PER_NETWORK = 250;
/** Five, plus one after each growing delay, depending on how long the flood takes. */
const MAX_HASHES = 30;

/** Guesses the password of one account, each time from another address. Few guesses cost a hash, and the owner can sign in. */
export async function expectBoundedGuesses(app: AuthTestApp, guesses: number): Promise<void> {
  const { user, device_token } = await app.confirmed();
  const signInAsOwner = () =>
    app.calls.call(authCalls.signIn, { email: user.email, password, device: { ...device, token: device_token } });
  const counts = new Map<string, number>();
  let left = guesses;
  const guess = async (): Promise<void> => {
    left -= 1;
    const ip = `198.18.${Math.floor(left / ADDRESSES_PER_NETWORK)}.${left % ADDRESSES_PER_NETWORK}`;
    const code = await app.calls
      .call(authCalls.signIn, { email: user.email, password: 'a wrong guess', device: { ...unknownDevice, ip } })
      .then(
        () => 'signed in',
        (error: LuitError) => error.code,
      );
    counts.set(code, (counts.get(code) ?? 0) + 1);
  };
  const attacker = async (): Promise<void> => {
    while (left > 0) await guess();
  };
  const flood = Promise.all(Array.from({ length: PARALLEL }, attacker));
  // A busy machine may ask the owner to try again.
  await eventually(signInAsOwner, 60_000);
  await flood;
  await signInAsOwner();
  const hashed = counts.get('invalid_credentials') ?? 0;
  expect(hashed).toBeGreaterThan(0);
  expect(hashed).toBeLessThanOrEqual(MAX_HASHES);
  // Calls that an overloaded machine did not answer in time were not signed in either.
  const refused = (counts.get('too_many_attempts') ?? 0) + (counts.get('unavailable') ?? 0);
  expect(refused).toBe(guesses - hashed);
}
