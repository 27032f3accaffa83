import { createTransport } from 'nodemailer';
import { type Finding, fault, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';

const TIMEOUT_MS = 10_000;

/** The mail server lets us in. Nothing is sent. */
export async function checkMail({ SMTP_URL, MAIL_FROM, LUIT_MODE }: Settings): Promise<Finding[]> {
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
  } catch (error) {
    return [
      fault(`SMTP_URL: ${errorMessage(error)}`, 'Nobody can confirm an account without mail. Check host, port, user.'),
    ];
  } finally {
    transport.close();
  }
  const isTest = /\.(test|example|invalid|localhost)>?$/.test(MAIL_FROM);
  if (isTest && LUIT_MODE === 'production')
    return [warning(`MAIL_FROM is ${MAIL_FROM}`, 'Use an address of your own domain, with SPF and DKIM.')];
  return [ok(`the mail server answers; mails come from ${MAIL_FROM}`)];
}
