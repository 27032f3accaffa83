import { readConfig } from './config';
import { startSandbox } from './sandbox';

async function main(): Promise<void> {
  // Mails and videos are private to this user.
  process.umask(0o077);
  const sandbox = await startSandbox(readConfig(process.env));
  const ready = {
    msg: 'ready',
    sandbox: sandbox.url,
    mailbox: sandbox.mailbox?.url,
    smtpPort: sandbox.mailbox?.smtpPort,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      // Exiting early loses nothing, because the journal is written before each response.
      void sandbox.close().finally(() => process.exit(0));
      setTimeout(() => process.exit(0), 1000).unref();
    });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  // A sandbox that failed to start may still listen on ports.
  process.exit();
});
