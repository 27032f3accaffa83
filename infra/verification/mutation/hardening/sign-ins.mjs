import { auth, gateway, group } from './guards.mjs';

const challenges = auth('identity/sign-in-challenges/sign-in-challenges.ts');
const openIdSpec = auth('identity/linked-sign-ins/open-id-sign-ins.spec.ts');
const passkeysSpec = auth('identity/passkeys/user-passkeys.spec.ts');
const client = gateway('account/openid/openid-client.ts');
const clientSpec = gateway('account/openid/openid.spec.ts');

export const signIns = group('sign-ins', [
  {
    name: 'another browser finishes a sign-in',
    file: challenges,
    find: 'challenge.deviceId !== by.deviceId || ',
    replace: '',
    spec: openIdSpec,
    test: 'is used once, in time and in the browser that began',
  },
  {
    name: 'a challenge is finished twice',
    file: challenges,
    find: 'if (affected !== 1) throw expired();',
    replace: '',
    spec: passkeysSpec,
    test: 'a challenge is answered once, by the browser that got it, and in time',
  },
  {
    name: 'an address that the provider did not verify gets an account',
    file: auth('identity/linked-sign-ins/open-id-sign-ins.service.ts'),
    find: 'given === null || !identity.isEmailVerified',
    replace: 'given === null',
    spec: openIdSpec,
    test: 'needs an address that the provider has verified',
  },
  {
    name: 'a mailed link links in any browser',
    file: auth('identity/linked-sign-ins/pending-sign-ins.service.ts'),
    find: '!isMailed || !isSameDevice',
    replace: '!isMailed',
    spec: openIdSpec,
    test: 'is linked by mail in the same browser, and never in another',
  },
  {
    name: 'the signature of an ID token is not verified',
    file: client,
    find: 'openid.enableNonRepudiationChecks(configuration);',
    replace: '',
    spec: clientSpec,
    test: 'refuses an ID token with a key that the provider does not publish',
  },
  {
    name: 'a verified address is anything but false',
    file: client,
    find: 'isEmailVerified: isVerified === true',
    replace: 'isEmailVerified: isVerified !== false',
    spec: clientSpec,
    test: 'does not trust an address if email_verified',
  },
  {
    name: 'a passkey signs in without its owner’s PIN or fingerprint',
    file: auth('identity/passkeys/web-authn.service.ts'),
    find: "requireUserVerification: answer.verification === 'required'",
    replace: 'requireUserVerification: false',
    spec: passkeysSpec,
    test: 'that did not verify its owner is refused',
  },
]);
