import { authCalls } from '@luit/contracts/auth/messages';
import type { SecondFactorProof } from '@luit/contracts/auth/operators';
import { decode } from 'jsonwebtoken';
import { generate } from 'otplib';
import { type AuthTestApp, device, firstAdmin, startAuthTestApp } from '../../test/auth-test-app';

const STEP_SECONDS = 30;

describe('second factors of operators', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp({ isSecondFactorRequired: true });
  });
  beforeEach(async () => {
    for (const table of ['operator_totps', 'operator_recovery_codes', 'sign_in_attempts', 'admin_sessions'])
      await app.rows(`DELETE FROM ${table}`);
  });
  afterAll(() => app.close());

  const signIn = async () => {
    const { token } = await app.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const { sub, sid } = decode(token) as { sub: string; sid: string };
    return { adminId: sub, sessionId: sid };
  };
  type Session = Awaited<ReturnType<typeof signIn>>;
  const stateOf = async (session: Session) => {
    const { operator } = await app.calls.call(authCalls.checkAdminSession, session);
    return operator?.secondFactor;
  };
  /** The code from the authenticator app; of the step before or after the current one with an offset. */
  const codeOf = (secret: string, steps = 0) =>
    generate({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * STEP_SECONDS });
  const verify = (session: Session, proof: SecondFactorProof) =>
    app.calls.call(authCalls.verifySecondFactor, { ...session, proof, device });
  const setUp = async () => {
    const session = await signIn();
    const { secret } = await app.calls.call(authCalls.startTotp, session);
    const confirmation = { ...session, code: await codeOf(secret, -1) };
    const { recoveryCodes = [] } = await app.calls.call(authCalls.confirmTotp, confirmation);
    return { session, secret, recoveryCodes };
  };
  const invalid = { code: 'second_factor_invalid' };

  it('an owner sets up a first factor, which verifies the session and brings recovery codes', async () => {
    const session = await signIn();
    expect(await stateOf(session)).toBe('to_set_up');
    const { secret, uri } = await app.calls.call(authCalls.startTotp, session);
    expect(uri).toContain(`secret=${secret}`);
    expect(await stateOf(session)).toBe('to_set_up');
    await expect(app.calls.call(authCalls.confirmTotp, { ...session, code: '000000' })).rejects.toMatchObject(invalid);
    const confirmation = { ...session, code: await codeOf(secret) };
    const { recoveryCodes } = await app.calls.call(authCalls.confirmTotp, confirmation);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await stateOf(session)).toBe('verified');
    expect(await stateOf(await signIn())).toBe('to_verify');
  });

  it('secrets and recovery codes are not stored in plain text', async () => {
    const { secret, recoveryCodes } = await setUp();
    const stored = await app.rows<{ all: string }>(
      `SELECT encode(sealed_secret, 'escape') AS all FROM operator_totps
        UNION ALL SELECT encode(code_hash, 'escape') FROM operator_recovery_codes`,
    );
    expect(stored).toHaveLength(11);
    for (const { all } of stored) for (const plain of [secret, ...recoveryCodes]) expect(all).not.toContain(plain);
  });

  it('a code is accepted once, and no older code after it', async () => {
    const { secret } = await setUp();
    const session = await signIn();
    const code = await codeOf(secret);
    expect(await verify(session, { code })).toMatchObject({ secondFactor: 'verified' });
    await expect(verify(session, { code })).rejects.toMatchObject(invalid);
    await expect(verify(await signIn(), { code: await codeOf(secret, -1) })).rejects.toMatchObject(invalid);
  });

  it('of concurrent uses of one code one succeeds', async () => {
    const { secret, recoveryCodes } = await setUp();
    const session = await signIn();
    const code = await codeOf(secret);
    for (const proof of [{ code }, { recoveryCode: recoveryCodes[0] }]) {
      const results = await Promise.allSettled(Array.from({ length: 4 }, () => verify(session, proof)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await app.rows('DELETE FROM sign_in_attempts');
    }
  });

  it('a recovery code works once, in any notation, and another set replaces it', async () => {
    const { session, recoveryCodes } = await setUp();
    const [first = '', second = ''] = recoveryCodes;
    await verify(await signIn(), { recoveryCode: first.toUpperCase().replaceAll('-', ' ') });
    await expect(verify(await signIn(), { recoveryCode: first })).rejects.toMatchObject(invalid);
    expect(await app.calls.call(authCalls.getOperatorProfile, session)).toMatchObject({ recoveryCodesLeft: 9 });
    await app.calls.call(authCalls.createRecoveryCodes, session);
    await expect(verify(await signIn(), { recoveryCode: second })).rejects.toMatchObject(invalid);
  });

  it('guessing is throttled, and an empty proof is wrong', async () => {
    const { secret } = await setUp();
    const session = await signIn();
    await expect(verify(session, {})).rejects.toMatchObject(invalid);
    const guesses = [];
    for (let i = 0; i < 12; i += 1) guesses.push(await verify(session, { code: '000000' }).catch(codeOfError));
    expect(guesses.filter((code) => code === 'too_many_attempts').length).toBeGreaterThan(0);
    await expect(verify(session, { code: await codeOf(secret) })).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  it('an unknown passkey is refused, and a challenge answers once', async () => {
    const session = await signIn();
    await app.calls.call(authCalls.startPasskeyRegistration, session);
    const response = { id: 'a', rawId: 'a', type: 'public-key', response: {}, clientExtensionResults: {} } as const;
    const register = () => app.calls.call(authCalls.registerPasskey, { ...session, name: 'Phone', response });
    await expect(register()).rejects.toMatchObject(invalid);
    const [row] = await app.rows<{ challenge: string | null }>(
      'SELECT passkey_challenge AS challenge FROM admin_sessions WHERE id = $1',
      [session.sessionId],
    );
    expect(row?.challenge).toBeNull();
    await expect(register()).rejects.toMatchObject(invalid);
  });

  it('the last factor takes the recovery codes with it, and sessions have to set up a new one', async () => {
    const { session } = await setUp();
    await app.calls.call(authCalls.removeTotp, session);
    expect(await stateOf(session)).toBe('to_set_up');
    expect(await app.rows('SELECT 1 FROM operator_recovery_codes')).toEqual([]);
    await expect(app.calls.call(authCalls.removeTotp, session)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('without the requirement an operator may do without a factor, but one that exists is verified', async () => {
    await app.restart({ isSecondFactorRequired: false });
    expect(await stateOf(await signIn())).toBe('not_required');
    await setUp();
    expect(await stateOf(await signIn())).toBe('to_verify');
    await app.restart({ isSecondFactorRequired: true });
  });

  it('the audit log names who added, used and failed a factor', async () => {
    const { session, recoveryCodes } = await setUp();
    await verify(session, { recoveryCode: recoveryCodes[0] });
    await verify(session, { code: '000000' }).catch(codeOfError);
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 3, subject: session.adminId });
    expect(entries.map(({ action, adminEmail }) => [action, adminEmail])).toEqual([
      ['second_factor_failed', 'admin@example.com'],
      ['recovery_code_used', 'admin@example.com'],
      ['second_factor_added', 'admin@example.com'],
    ]);
  });
});

function codeOfError(error: unknown): string {
  return (error as { code: string }).code;
}
