import type { ContactMessageRow } from '@luit/contracts/http/contact-messages';

/** Mail clients truncate long mailto URLs, so only the start of the message is quoted. */
const MAX_QUOTED_LENGTH = 800;

/** A mailto link that opens a reply with recipient, subject and the quoted message filled in. */
export function mailLinkTo({ name, email, subject, message }: ContactMessageRow): string {
  const text = message.length > MAX_QUOTED_LENGTH ? `${message.slice(0, MAX_QUOTED_LENGTH)}…` : message;
  const quote = text.replace(/^/gm, '> ');
  const body = `Dear ${name},\n\n\n\n${quote}\n`.replaceAll('\n', '\r\n');
  const title = encodeURIComponent(`Re: your message to Luit (${subject})`);
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${title}&body=${encodeURIComponent(body)}`;
}
