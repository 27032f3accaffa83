import { createConnection } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sandboxClient } from './sandbox-client';
import { startSandbox, type RunningSandbox } from './sandbox';

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-mail-'));
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

/** Sends a mail by SMTP and returns the reply codes up to the first refusal. */
async function send(subject: string): Promise<number[]> {
  const socket = createConnection(sandbox.mailbox?.smtpPort ?? 0, '127.0.0.1');
  const head = `Subject: ${subject}\r\nFrom: luit@example.com\r\nTo: asha@example.com`;
  const message = `${head}\r\n\r\nhttp://web/auth/confirm?token=t\r\n.`;
  const lines = ['EHLO test', 'MAIL FROM:<luit@example.com>', 'RCPT TO:<asha@example.com>', 'DATA', message, 'QUIT'];
  const codes: number[] = [];
  for await (const reply of createInterface(socket)) {
    if (reply[3] === '-') continue;
    codes.push(Number(reply.slice(0, 3)));
    const next = lines.shift();
    if (Number(reply.slice(0, 3)) >= 400 || next === undefined) break;
    socket.write(`${next}\r\n`);
  }
  socket.destroy();
  return codes;
}

async function mailsAbout(subject: string): Promise<{ subject: string; text: string }[]> {
  const response = await fetch(`${sandbox.mailbox?.url}/api/email?subject=${subject}`);
  return (await response.json()) as { subject: string; text: string }[];
}

it('shows received mails through REST and in a page, also after a restart', async () => {
  expect(await send('Kept')).toEqual([220, 250, 250, 250, 354, 250, 221]);
  const kept = [{ subject: 'Kept', text: expect.stringContaining('token=t') }];
  expect(await mailsAbout('Kept')).toMatchObject(kept);
  expect(await (await fetch(sandbox.mailbox?.url ?? '', { headers: { accept: 'text/html' } })).text()).toContain(
    '<html',
  );

  await sandbox.close();
  sandbox = await startSandbox({ dataDir });
  expect(await mailsAbout('Kept')).toMatchObject(kept);
});

it('rejects mail during an injected fault', async () => {
  const { control } = sandboxClient(sandbox);
  await control('POST', '/faults', { target: 'mail', kind: 'down', for_seconds: 60 });
  expect(await send('Refused')).toEqual([421]);
  await control('POST', '/reset');
  expect((await send('Taken')).at(-1)).toBe(221);
  expect(await mailsAbout('Refused')).toEqual([]);
});
