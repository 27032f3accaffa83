import type { ContactMessage } from '@luit/contracts/auth/contact-messages';
import type { MailContent } from './mail-layout';

export type ContactFields = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message' | 'isUrgent'>;

/** The link opens a page with a button, so that mail scanners that open every link do not redeem it. */
export function confirmMail(name: string, webUrl: string, token: string): MailContent {
  return {
    subject: 'Confirm your email address for Luit',
    preview: 'One click and your account is ready.',
    title: `Welcome to Luit, ${name}`,
    paragraphs: ['Please confirm that this is your email address. Then you can sign in and create your first video.'],
    action: { label: 'Confirm email address', url: `${webUrl}/auth/confirm?token=${token}` },
    footnote: 'The link works once and expires in one hour. If you didn’t sign up for Luit, you can ignore this email.',
  };
}

export function alreadyRegisteredMail(name: string, webUrl: string): MailContent {
  return {
    subject: 'You already have a Luit account',
    preview: 'Someone tried to sign up with your address.',
    title: `You already have an account, ${name}`,
    paragraphs: [
      'Someone, perhaps you, just tried to sign up for Luit with this address. It already has an account, so nothing was changed.',
      'You can sign in as usual. If you forgot your password, you can reset it on the same page.',
    ],
    action: { label: 'Go to sign in', url: `${webUrl}/auth` },
    footnote: 'If this wasn’t you, no action is needed.',
  };
}

export function exportMail(name: string, webUrl: string, token: string): MailContent {
  return {
    subject: 'Your Luit data export',
    preview: 'The link works once and expires in one hour.',
    title: `Your data, ${name}`,
    paragraphs: [
      'You requested a copy of your data. Use the button to download your account, devices, transactions and videos, with links to the files.',
    ],
    action: { label: 'Download your data', url: `${webUrl}/account/export?token=${token}` },
    footnote:
      'The link works once and expires in one hour. If you did not request it, set a new password: someone else is signed in to your account.',
  };
}

export function guestAccessMail(webUrl: string, requestId: string, token: string): MailContent {
  return {
    subject: 'Your video at Luit',
    preview: 'Track, watch and download it with this link.',
    title: 'Thank you. Your video is in progress',
    paragraphs: [
      'We received your payment and are creating your video. You can follow its progress on the order page, and watch and download it there when it’s ready.',
      'If it fails, the full amount is refunded to your card automatically.',
    ],
    action: { label: 'View your video', url: `${webUrl}/order/${requestId}?claim=${token}` },
    footnote:
      'The link works for 30 days for anyone who has it. If you sign up with this address, the video appears in your library.',
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

export function accountDeletionStartedMail(name: string, webUrl: string): MailContent {
  return {
    subject: 'Your Luit account is being deleted',
    preview: 'You’re signed out on all devices. We’ll email you when it’s done.',
    title: `Goodbye, ${name}`,
    paragraphs: [
      'As requested, we are deleting your Luit account. You are signed out everywhere, and unfinished videos are canceled.',
      'Next, your unused credits are refunded or forfeited, and your videos, images and personal data are removed. We’ll email you when that’s done, usually within a few minutes.',
    ],
    footnote: `This cannot be undone. If you did not request it, contact us immediately: ${webUrl}/contact`,
  };
}

/** The last mail of an account; its address is deleted afterward. */
export function accountDeletedMail(name: string, webUrl: string): MailContent {
  return {
    subject: 'Your Luit account has been deleted',
    preview: 'Your videos, images and personal data have been removed.',
    title: `Your account has been deleted, ${name}`,
    paragraphs: [
      'We removed your videos, images and personal data from Luit. Tax law requires us to keep payment and credit records, without your name, and the invoices that were issued.',
      'Any pending refund goes to your original payment method. It usually takes banks 5 to 7 business days. You can sign up again with this address at any time.',
    ],
    action: { label: 'Visit Luit', url: webUrl },
    footnote: 'This is the last email about that account.',
  };
}

/** A security-relevant event that its owner should recognize. */
export interface SecurityNotice {
  device: string;
  ip: string;
  at: Date;
}

export function passwordResetMail(name: string, webUrl: string, token: string): MailContent {
  return {
    subject: 'Set a new password for Luit',
    preview: 'The link works once and expires in one hour.',
    title: `Reset your password, ${name}`,
    paragraphs: [
      'Someone requested a password reset for your account. If it was you, use the button to choose a new password.',
    ],
    action: { label: 'Set a new password', url: `${webUrl}/reset-password?token=${token}` },
    footnote: 'The link works once and expires in one hour. If you didn’t request it, you can ignore this email.',
  };
}

export function passwordChangedMail(name: string, webUrl: string, event: SecurityNotice): MailContent {
  return {
    subject: 'Your Luit password was changed',
    preview: 'All other devices were signed out.',
    title: `Your password was changed, ${name}`,
    paragraphs: [
      `Your password was changed ${describe(event)}. All other devices were signed out.`,
      'If this was you, no action is needed. If it wasn’t, reset your password on the sign-in page right away. This signs out all other devices.',
    ],
    action: { label: 'Go to sign in', url: `${webUrl}/auth` },
    footnote: 'We send this email whenever a password changes.',
  };
}

export function newSignInMail(name: string, webUrl: string, event: SecurityNotice): MailContent {
  return {
    subject: 'New sign-in to your Luit account',
    preview: `${event.device}, ${event.ip}`,
    title: `New device, ${name}`,
    paragraphs: [
      `We noticed a sign-in to your account ${describe(event)}. We haven’t seen this device before.`,
      'If this was you, no action is needed. If it wasn’t, sign out that device on your dashboard and change your password.',
    ],
    action: { label: 'View your devices', url: `${webUrl}/dashboard` },
    footnote: 'We send this email for each new device.',
  };
}

export const REQUEST_PAGES: Record<string, string> = {
  video: '/image-to-video',
  image_video: '/image-to-video-upload',
  restore: '/restore-image',
};

/** @param details `type`, `requestId` and `hasSucceeded` of the request */
export function requestFinishedMail(name: string, webUrl: string, details: Record<string, string>): MailContent {
  const output = details.type === 'restore' ? 'photo' : 'video';
  if (details.hasSucceeded !== 'true') {
    return {
      subject: `We couldn’t create your ${output}`,
      preview: 'You weren’t charged.',
      title: `Your ${output} failed, ${name}`,
      paragraphs: [
        `We couldn’t create your ${output}. You weren’t charged: the credits were returned to your balance.`,
        'Your library shows the reason, and you can retry from there.',
      ],
      action: { label: 'Open your library', url: `${webUrl}/library` },
      footnote: 'We send this email when a video or photo finishes while you’re offline.',
    };
  }
  return {
    subject: `Your ${output} is ready`,
    preview: 'Watch, download or share it.',
    title: `Your ${output} is ready, ${name}`,
    paragraphs: ['It finished while you were offline. You can find it in your library.'],
    action: {
      label: `View your ${output}`,
      url: `${webUrl}${REQUEST_PAGES[details.type ?? ''] ?? '/library'}?request=${details.requestId}`,
    },
    footnote: 'We send this email when a video or photo finishes while you’re offline.',
  };
}

/** @param details of the alert: `what` happened to it, its `kind`, `summary`, `action`, and times */
export function alertMail(
  webUrl: string,
  { what = 'opened', kind = '', summary = '', action = '', openedAt = '', closedAt = '' }: Record<string, string>,
  at: Date,
): MailContent {
  const opened = `Open since ${formatIst(openedAt ? new Date(openedAt) : at)} IST.`;
  const runbook = `Runbook: ${webUrl}/admin/runbooks/${kind}`;
  const link = { label: 'View alerts', url: `${webUrl}/admin/alerts` };
  if (what === 'resolved') {
    return {
      subject: `Luit alert resolved: ${summary}`,
      preview: 'Its cause is resolved.',
      title: 'Resolved',
      paragraphs: [summary, `${opened} Resolved ${formatIst(new Date(closedAt))} IST.`, runbook],
      action: link,
      footnote: 'No action is needed.',
    };
  }
  return {
    subject: what === 'test' ? 'Luit: test alert' : `Luit alert: ${summary}`,
    preview: action,
    title: what === 'test' ? 'Test message' : 'Action required',
    paragraphs: what === 'test' ? [summary, action] : [summary, `First action: ${action}`, opened, runbook],
    action: link,
    footnote:
      'The alert closes automatically once its cause is resolved. You can acknowledge or mute it in the admin app.',
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

function formatIst(at: Date): string {
  return at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
}

function describe({ device, ip, at }: SecurityNotice): string {
  return `on ${formatIst(at)} IST from ${device}, IP address ${ip}`;
}
