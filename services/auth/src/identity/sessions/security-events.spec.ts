import { authCalls } from '@luit/contracts/auth/messages';
import { metrics } from '@luit/platform/metrics/metrics';
import type { SecurityEvent } from '@luit/platform/metrics/security-events';
import { device, firstAdmin, startAuthTestApp, type AuthTestApp, unknownDevice } from '../../test/auth-test-app';

describe('security events of sign-ins', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());

  const countOf = async (event: SecurityEvent) => {
    const found = await metrics.getSingleMetric('luit_security_events_total')?.get();
    return found?.values.find(({ labels }) => labels.event === event)?.value ?? 0;
  };
  const expectFailure = async (work: Promise<unknown>) => void (await expect(work).rejects.toThrow());

  it('failed, throttled and operator sign-ins and a reused refresh token are counted', async () => {
    const session = await app.confirmed();
    const { email } = session.user;
    const names = ['sign_in_failed', 'sign_in_throttled', 'operator_sign_in_failed', 'refresh_token_reused'] as const;
    const counts = () => Promise.all(names.map(countOf));
    const before = await counts();
    const guess = () => app.calls.call(authCalls.signIn, { email, password: 'a wrong guess', device: unknownDevice });
    for (let i = 0; i < 5; i += 1) await expectFailure(guess());
    await app.prolongSignInDelays();
    await expectFailure(guess());
    await expectFailure(
      app.calls.call(authCalls.adminSignIn, { ...firstAdmin, password: 'a wrong guess', device: unknownDevice }),
    );
    const refresh = (refreshToken: string) => app.calls.call(authCalls.refresh, { refreshToken, device });
    const second = await refresh(session.refresh_token);
    await refresh((await refresh(second.refresh_token)).refresh_token);
    await app.rows("UPDATE refresh_tokens SET used_at = used_at - interval '1 minute'");
    await expectFailure(refresh(session.refresh_token));
    const after = await counts();
    expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([5, 1, 1, 1]);
  });
});
