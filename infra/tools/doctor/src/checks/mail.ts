import { createTransport } from 'nodemailer';
import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';

const TIMEOUT_MS = 10_000;

/** Checks that the mail server accepts a connection. Sends nothing. */
export async function checkMail({ SMTP_URL, MAIL_FROM, LUIT_MODE }: Settings): Promise<Finding[]> {
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
  } catch (cause) {
    return [
      error(
        `SMTP_URL: ${errorMessage(cause)}`,
        'Users cannot confirm accounts without email. Check host, port and credentials.',
      ),
    ];
  } finally {
    transport.close();
  }
  const isTest = /\.(test|example|invalid|localhost)>?$/.test(MAIL_FROM);
  if (isTest && LUIT_MODE === 'production')
    return [warning(`MAIL_FROM is ${MAIL_FROM}`, 'Use an address of your own domain, with SPF and DKIM.')];
  return [ok(`The mail server accepts connections; the sender is ${MAIL_FROM}`)];
}
