import type { ContactMessageRow } from '@luit/contracts/http/contact-messages';

/** Mail programs cut long addresses off; so many characters of the message are quoted. */
const QUOTED = 800;

/** Opens the operator's mail program with an answer begun: whom to, about what, and what was asked. */
export function mailLinkTo({ name, email, subject, message }: ContactMessageRow): string {
  const words = message.length > QUOTED ? `${message.slice(0, QUOTED)}…` : message;
  const quote = words.replace(/^/gm, '> ');
  const body = `Dear ${name},\n\n\n\n${quote}\n`.replaceAll('\n', '\r\n');
  const about = encodeURIComponent(`Re: your message to Luit (${subject})`);
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${about}&body=${encodeURIComponent(body)}`;
}
