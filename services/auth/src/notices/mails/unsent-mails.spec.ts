import { mailJob } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { device, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';
import { UnsentMails } from './unsent-mails';

describe('mails whose job Redis has lost', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());

  /** Signs up and lets Redis lose the job of the confirmation mail. */
  const signUpAndLoseTheMail = async () => {
    const { email } = await app.signUp();
    const [mail] = await app.rows<{ id: string }>(`SELECT id FROM mails WHERE "to" = $1`, [email]);
    const id = mail?.id ?? '';
    await eventually(async () => expect(await stateOf(id)).toBe('waiting'));
    await (await queue().getJob(id))!.remove();
    return { id, email };
  };
  const queue = () => app.resolve(Queues).named(mailJob.name);
  const stateOf = (id: string) => queue().getJobState(id);
  const reconcile = async () => {
    await app.rows(`UPDATE mails SET created_at = created_at - interval '1 minute'`);
    await app.resolve(UnsentMails).round();
  };

  it('a due mail gets a new job, once', async () => {
    const { id } = await signUpAndLoseTheMail();
    await reconcile();
    await reconcile();
    const waiting = await queue().getJobs('wait');
    expect(waiting.filter((job) => job.id === id)).toHaveLength(1);
  });

  it('a mail about an incident stays behind the others', async () => {
    const { id } = await signUpAndLoseTheMail();
    const [incident] = await app.rows<{ id: string }>(
      `INSERT INTO mails (kind, "to", created_at) VALUES ('incident', 'guest@example.com', now() - interval '1 hour') RETURNING id`,
    );
    await reconcile();
    expect([await stateOf(id), await stateOf(incident!.id)]).toEqual(['waiting', 'prioritized']);
  });

  it('a mail that was sent, or whose link was used, gets none', async () => {
    const [sent, used] = [await signUpAndLoseTheMail(), await signUpAndLoseTheMail()];
    await app.calls.call(authCalls.markMailSent, { mailId: sent.id });
    await app.calls.call(authCalls.confirmEmail, { token: await app.mailedToken(used.email), device });
    await reconcile();
    expect([await stateOf(sent.id), await stateOf(used.id)]).toEqual(['unknown', 'unknown']);
  });
});
