import { mailJob } from '@luit/contracts/auth/mails';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

interface ReceivedMail {
  headers: Record<string, unknown>;
  subject: string;
  text: string;
  html: string;
  from: { address: string; name: string }[];
  to: { address: string }[];
}

describe('mails', () => {
  let app: WorkerTestApp;

  beforeAll(async () => {
    app = await startWorkerTestApp();
    await app.startWorker();
  });

  afterAll(() => app.close());

  beforeEach(() => app.client.control('POST', '/reset'));

  const write = async (): Promise<string> => {
    const mailId = randomUUID();
    const to = `${mailId}@example.in`;
    app.mails.due.set(mailId, { to, subject: 'Confirm', text: 'पुष्टि करें', html: '<p>पुष्टि करें</p>' });
    await app.enqueue(mailJob, mailId);
    return mailId;
  };

  const received = async (mailId: string): Promise<ReceivedMail[]> => {
    const response = await fetch(`${app.sandbox.mailbox?.url}/api/email`);
    const mails = (await response.json()) as ReceivedMail[];
    return mails.filter((mail) => mail.to[0]?.address === `${mailId}@example.in`);
  };

  const delivered = (mailId: string) =>
    eventually(async () => {
      expect(app.mails.sent).toContain(mailId);
      expect(await received(mailId)).not.toHaveLength(0);
      return received(mailId);
    });

  it('a mail is sent unchanged with its own Message-ID', async () => {
    const mailId = await write();
    const [mail] = await delivered(mailId);
    expect(mail).toMatchObject({
      subject: 'Confirm',
      text: expect.stringContaining('पुष्टि करें'),
      html: expect.stringContaining('<p>पुष्टि करें</p>'),
      from: [{ address: 'hello@luit.example', name: 'Luit' }],
    });
    expect(mail?.headers['message-id']).toBe(`<${mailId}@luit.example>`);
    await eventually(async () => expect(await app.queued(mailJob)).toBe(0));
  });

  it('the job of a mail that is no longer due completes', async () => {
    await app.enqueue(mailJob, randomUUID());
    await eventually(async () => expect(await app.queued(mailJob)).toBe(0));
  });

  it('no mail is lost while the server is down', async () => {
    await app.client.control('POST', '/faults', { target: 'mail', kind: 'down', for_seconds: 60 });
    const mailIds = await Promise.all([write(), write(), write()]);
    await eventually(async () => expect(await app.queued(mailJob)).toBe(3));
    expect(app.mails.sent).not.toEqual(expect.arrayContaining(mailIds));
    await eventually(() => {
      for (const mailId of mailIds) expect(app.mails.failures.get(mailId)).toBeTruthy();
      return Promise.resolve();
    });
    await app.client.control('POST', '/reset');
    await Promise.all(mailIds.map(delivered));
  });

  it('a mail whose response was lost is sent again with the same Message-ID', async () => {
    await app.client.control('POST', '/faults', { target: 'mail', kind: 'lost_answer', for_seconds: 60 });
    const mailId = await write();
    await eventually(async () => expect((await received(mailId)).length).toBeGreaterThan(0));
    await app.client.control('POST', '/reset');
    const mails = await delivered(mailId);
    expect(new Set(mails.map((mail) => mail.headers['message-id'])).size).toBe(1);
  });
});
