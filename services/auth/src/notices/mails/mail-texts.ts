import type { I18n } from '@lingui/core';
import { DEFAULT_LANGUAGE } from '@luit/contracts/auth/languages';
import type { ContactFields } from '../../trust/contact-messages/contact-message.entity';
import { i18nOf } from '../locales/i18n';
import { deviceText, momentText } from './formats';
import type { MailContent } from './mail-layout';

/** The link opens a page with a button, so that mail scanners that open every link do not redeem it. */
export function confirmMail(i18n: I18n, webUrl: string, token: string): MailContent {
  return {
    subject: i18n._('Confirm your email address for Luit'),
    preview: i18n._('One click and your account is ready.'),
    title: i18n._('Welcome to Luit'),
    paragraphs: [
      i18n._('Please confirm that this is your email address. Then you can sign in and create your first video.'),
    ],
    action: { label: i18n._('Confirm email address'), url: `${webUrl}/auth/confirm?token=${token}` },
    footnote: i18n._(
      'The link works once and expires in one hour. If you didn’t sign up for Luit, you can ignore this email.',
    ),
  };
}

export function alreadyRegisteredMail(i18n: I18n, webUrl: string): MailContent {
  return {
    subject: i18n._('You already have a Luit account'),
    preview: i18n._('Someone tried to sign up with your address.'),
    title: i18n._('You already have an account'),
    paragraphs: [
      i18n._(
        'Someone, perhaps you, just tried to sign up for Luit with this address. It already has an account, so nothing was changed.',
      ),
      i18n._('You can sign in as usual. If you forgot your password, you can reset it on the same page.'),
    ],
    action: { label: i18n._('Go to sign in'), url: `${webUrl}/auth` },
    footnote: i18n._('If this wasn’t you, no action is needed.'),
  };
}

/** The page asks before it links, and works only in the browser that began. */
export function linkSignInMail(i18n: I18n, webUrl: string, provider: string, token: string): MailContent {
  return {
    subject: i18n._('Confirm that you want to sign in to Luit with {provider}', { provider }),
    preview: i18n._('Open the link in the browser in which you began.'),
    title: i18n._('Sign in with {provider}', { provider }),
    paragraphs: [
      i18n._(
        'Someone, perhaps you, signed in to Luit with a {provider} account that has this address. If it was you, use the button in the same browser: from then on, that account can sign in to your Luit account.',
        { provider },
      ),
    ],
    action: { label: i18n._('Link to my Luit account'), url: `${webUrl}/auth/callback?token=${token}` },
    footnote: i18n._(
      'The link works once and expires in one hour. If this wasn’t you, do not open it and ignore this email: nothing was changed.',
    ),
  };
}

export function exportMail(i18n: I18n, webUrl: string, token: string): MailContent {
  return {
    subject: i18n._('Your Luit data export'),
    preview: i18n._('The link works once and expires in one hour.'),
    title: i18n._('Your data'),
    paragraphs: [
      i18n._(
        'You requested a copy of your data. Use the button to download your account, devices, transactions and videos, with links to the files.',
      ),
    ],
    action: { label: i18n._('Download your data'), url: `${webUrl}/account/export?token=${token}` },
    footnote: i18n._(
      'The link works once and expires in one hour. If you did not request it, set a new password: someone else is signed in to your account.',
    ),
  };
}

/** @param url of the order page, with the guest access token */
export function guestAccessMail(i18n: I18n, url: string): MailContent {
  return {
    subject: i18n._('Your order at Luit'),
    preview: i18n._('Track, view and download it with this link.'),
    title: i18n._('Thank you. Your order is in progress'),
    paragraphs: [
      i18n._(
        'We received your payment and are making what you ordered. You can follow its progress on the order page, and view and download it there when it’s ready.',
      ),
      i18n._('If it fails, the full amount is refunded to your original payment method automatically.'),
    ],
    action: { label: i18n._('View your order'), url },
    footnote: i18n._(
      'The link works for 30 days for anyone who has it. If you sign up with this address, what you ordered appears in your library.',
    ),
  };
}

const SUBJECTS: Record<string, string> = {
  general: 'General Inquiry',
  technical: 'Technical Support',
  billing: 'Billing Question',
  feature: 'Feature Request',
  partnership: 'Partnership',
  other: 'Other',
};

/** Delivers a contact message to the operators. A reply goes to its sender. */
export function contactMessageMail({ name, email, subject, message, isUrgent }: ContactFields): MailContent {
  const about = SUBJECTS[subject] ?? subject;
  return {
    subject: `${isUrgent ? 'Urgent: ' : ''}${about}: message from ${name}`,
    preview: message.slice(0, 120),
    title: `${name} wrote to Luit`,
    paragraphs: [`${about} · ${email}${isUrgent ? ' · marked as urgent' : ''}`, ...message.split(/\n+/)],
    footnote: 'Reply to this email to answer the sender, then mark the message as answered in the admin app.',
  };
}

export function accountDeletionStartedMail(i18n: I18n, webUrl: string): MailContent {
  return {
    subject: i18n._('Your Luit account is being deleted'),
    preview: i18n._('You’re signed out on all devices. We’ll email you when it’s done.'),
    title: i18n._('Goodbye'),
    paragraphs: [
      i18n._(
        'As requested, we are deleting your Luit account. You are signed out everywhere, and unfinished videos are canceled.',
      ),
      i18n._(
        'Next, your unused credits are refunded or forfeited, and your videos, images and personal data are removed. We’ll email you when that’s done, usually within a few minutes.',
      ),
    ],
    footnote: i18n._('This cannot be undone. If you did not request it, contact us immediately: {link}', {
      link: `${webUrl}/contact`,
    }),
  };
}

/** The last mail of an account; its address is deleted afterward. */
export function accountDeletedMail(i18n: I18n, webUrl: string): MailContent {
  return {
    subject: i18n._('Your Luit account has been deleted'),
    preview: i18n._('Your videos, images and personal data have been removed.'),
    title: i18n._('Your account has been deleted'),
    paragraphs: [
      i18n._(
        'We removed your videos, images and personal data from Luit. Tax law requires us to keep payment and credit records, without your name, and the invoices that were issued.',
      ),
      i18n._(
        'Any pending refund goes to your original payment method. It usually takes banks 5 to 7 business days. You can sign up again with this address at any time.',
      ),
    ],
    action: { label: i18n._('Visit Luit'), url: webUrl },
    footnote: i18n._('This is the last email about that account.'),
  };
}

/** A security-relevant event that its owner should recognize. */
export interface SecurityNotice {
  /** Browser of the device; empty if it is not known. */
  browser: string;
  system: string;
  ip: string;
  at: Date;
}

export function passwordResetMail(i18n: I18n, webUrl: string, token: string): MailContent {
  return {
    subject: i18n._('Set a new password for Luit'),
    preview: i18n._('The link works once and expires in one hour.'),
    title: i18n._('Reset your password'),
    paragraphs: [
      i18n._(
        'Someone requested a password reset for your account. If it was you, use the button to choose a new password.',
      ),
    ],
    action: { label: i18n._('Set a new password'), url: `${webUrl}/reset-password?token=${token}` },
    footnote: i18n._(
      'The link works once and expires in one hour. If you didn’t request it, you can ignore this email.',
    ),
  };
}

export function passwordChangedMail(i18n: I18n, webUrl: string, event: SecurityNotice): MailContent {
  return {
    subject: i18n._('Your Luit password was changed'),
    preview: i18n._('All other devices were signed out.'),
    title: i18n._('Your password was changed'),
    paragraphs: [
      i18n._(
        'Your password was changed on {time} IST from {device}, IP address {ip}. All other devices were signed out.',
        valuesOf(i18n, event),
      ),
      i18n._(
        'If this was you, no action is needed. If it wasn’t, reset your password on the sign-in page right away. This signs out all other devices.',
      ),
    ],
    action: { label: i18n._('Go to sign in'), url: `${webUrl}/auth` },
    footnote: i18n._('We send this email whenever a password changes.'),
  };
}

export function newSignInMail(i18n: I18n, webUrl: string, event: SecurityNotice): MailContent {
  return {
    subject: i18n._('New sign-in to your Luit account'),
    preview: `${deviceText(i18n, event)}, ${event.ip}`,
    title: i18n._('New device'),
    paragraphs: [
      i18n._(
        'We noticed a sign-in to your account on {time} IST from {device}, IP address {ip}. We haven’t seen this device before.',
        valuesOf(i18n, event),
      ),
      i18n._(
        'If this was you, no action is needed. If it wasn’t, sign out that device in your settings and change your password.',
      ),
    ],
    action: { label: i18n._('View your devices'), url: `${webUrl}/settings/sign-in` },
    footnote: i18n._('We send this email for each new device.'),
  };
}

/** @param details of the alert: `what` happened to it, its `kind`, `summary`, `action`, times, who was `told`, and its `effects`, one a line */
export function alertMail(
  webUrl: string,
  {
    what = 'opened',
    kind = '',
    summary = '',
    action = '',
    openedAt = '',
    closedAt = '',
    told = '',
    effects = '',
  }: Record<string, string>,
  at: Date,
): MailContent {
  const inIndia = (moment: Date) => `${momentText(i18nOf(DEFAULT_LANGUAGE), moment)} IST`;
  const opened = `Open since ${inIndia(openedAt ? new Date(openedAt) : at)}.`;
  const runbook = `Runbook: ${webUrl}/admin/runbooks/${kind}`;
  const link = { label: 'View alerts', url: `${webUrl}/admin/alerts` };
  const others = effects === '' ? [] : effects.split('\n').map((effect) => `Belongs to it: ${effect}`);
  if (what === 'resolved') {
    return {
      subject: `Luit alert resolved: ${summary}`,
      preview: 'Its cause is resolved.',
      title: 'Resolved',
      paragraphs: [summary, ...others, `${opened} Resolved ${inIndia(new Date(closedAt))}.`, `Told: ${told}`, runbook],
      action: link,
      footnote: 'No action is needed.',
    };
  }
  return {
    subject: what === 'test' ? 'Luit: test alert' : `Luit alert: ${summary}`,
    preview: action,
    title: what === 'test' ? 'Test message' : 'Action required',
    paragraphs: what === 'test' ? [summary, action] : [summary, ...others, `First action: ${action}`, opened, runbook],
    action: link,
    footnote:
      'The alert closes automatically once its cause is resolved. You can acknowledge or mute it in the admin app.',
  };
}

/** The mails of a gateway while no auth works. The times are those at which they are sent. */
export function authDownMails(
  webUrl: string,
  { kind, summary, action }: { kind: string; summary: string; action: string },
  told: string[],
): { down: MailContent; back: MailContent } {
  const runbook = `Runbook: ${webUrl}/admin/runbooks/${kind}`;
  return {
    down: {
      subject: `Luit alert: ${summary}`,
      preview: action,
      title: 'Action required',
      paragraphs: [summary, `First action: ${action}`, runbook],
      footnote: 'You get another email once it responds again.',
    },
    back: {
      subject: `Luit alert resolved: ${summary}`,
      preview: 'It responds again.',
      title: 'Resolved',
      paragraphs: [summary, 'It responds again.', `Told: ${told.join(', ')}`, runbook],
      action: { label: 'View alerts', url: `${webUrl}/admin/alerts` },
      footnote: 'No action is needed.',
    },
  };
}

const ROLE_TASKS: Record<string, string> = {
  owner: 'an owner, with every permission',
  operations: 'operations: jobs, queues, providers and alerts',
  support: 'support: customers, their credits and messages',
  finance: 'finance: payments, refunds, prices and reports',
  read_only: 'read-only access',
};

/** @param details `role` and `invitedBy` of the invitation */
export function operatorInvitationMail(
  webUrl: string,
  { role = '', invitedBy = '' }: Record<string, string>,
  token: string,
): MailContent {
  return {
    subject: 'You’re invited to Luit Operations',
    preview: `${invitedBy} invited you.`,
    title: 'Join Luit Operations',
    paragraphs: [
      `${invitedBy} invited you to operate ${webUrl}. Your role is ${ROLE_TASKS[role] ?? role}.`,
      'Use the button to choose your password. After you sign in for the first time, you’ll set up a second factor.',
    ],
    action: { label: 'Accept the invitation', url: `${webUrl}/admin/invitation?token=${token}` },
    footnote: 'The link works once and expires in three days. If you did not expect it, you can ignore this email.',
  };
}

function valuesOf(i18n: I18n, event: SecurityNotice): { time: string; device: string; ip: string } {
  return { time: momentText(i18n, event.at), device: deviceText(i18n, event), ip: event.ip };
}
