import { until } from './until';

interface Mail {
  to: { address: string }[];
  subject: string;
  text: string;
}

/** All emails to an address, oldest first. */
export async function mailsTo(mailbox: string, address: string): Promise<Mail[]> {
  const response = await fetch(`${mailbox}/api/email`);
  const mails = (await response.json()) as Mail[];
  return mails.filter((mail) => mail.to.some((to) => to.address.toLowerCase() === address.toLowerCase()));
}

/** The one-time token in the newest email to an address that links to this path. */
export async function linkToken(mailbox: string, address: string, path: string): Promise<string> {
  return until(`an email with ${path} to ${address}`, async () => {
    for (const mail of (await mailsTo(mailbox, address)).reverse()) {
      const link = new RegExp(`https?://\\S+${path}\\?token=([\\w.~-]+)`).exec(mail.text);
      if (link?.[1]) return link[1];
    }
    return undefined;
  });
}
