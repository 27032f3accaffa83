import type { ContactMessage } from '@luit/contracts/auth/contact-messages';
import type { MailContent } from './mail-layout';

export type ContactWords = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message'>;

/** Asks for a press of a button on our page: scanners that open every link in a mail cannot use it up. */
export function confirmMail(name: string, webUrl: string, token: string): MailContent {
  return {
    subject: 'Confirm your email address for Luit',
    preview: 'One press, and your account is ready.',
    title: `Welcome to Luit, ${name}`,
    paragraphs: ['Please confirm that this address is yours. After that you can sign in and make your first video.'],
    action: { label: 'Confirm email address', url: `${webUrl}/auth/confirm?token=${token}` },
    footnote:
      'The link works once, within one hour. If you did not sign up at Luit, ignore this mail: nothing happens.',
  };
}

export function alreadyRegisteredMail(name: string, webUrl: string): MailContent {
  return {
    subject: 'You already have a Luit account',
    preview: 'Someone tried to sign up with your address.',
    title: `You are already with us, ${name}`,
    paragraphs: [
      'Someone, perhaps you, just tried to open a Luit account with this address. It has one already, so nothing was changed.',
      'You can sign in as usual. If the password slipped your mind, ask for a new one on the same page.',
    ],
    action: { label: 'Go to sign in', url: `${webUrl}/auth` },
    footnote: 'If this was not you, you need not do anything.',
  };
}

export function exportMail(name: string, webUrl: string, token: string): MailContent {
  return {
    subject: 'Your copy of your Luit account',
    preview: 'The link works once, within one hour.',
    title: `Your data, ${name}`,
    paragraphs: [
      'You asked for a copy of what we keep about your account. Press the button to download it: your account, devices, transactions and videos, with links to their files.',
    ],
    action: { label: 'Download your data', url: `${webUrl}/account/export?token=${token}` },
    footnote:
      'The link works once, within one hour. If you did not ask for it, set a new password: someone is signed in as you.',
  };
}

export function guestAccessMail(webUrl: string, requestId: string, claim: string): MailContent {
  return {
    subject: 'Your video at Luit',
    preview: 'Follow it, watch it and download it with this link.',
    title: 'Thank you. Your video is on its way',
    paragraphs: [
      'We have your payment, and the video is being made. The button opens its page: progress now, the player and the download once it is ready.',
      'Should it fail, the whole amount goes back to your card by itself.',
    ],
    action: { label: 'See your video', url: `${webUrl}/order/${requestId}?claim=${claim}` },
    footnote:
      'The link works for 30 days, for whoever has it. Open an account with this address, and you find the video in your library.',
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

/** For the operators: what somebody wrote on the contact page. Answering the mail answers that person. */
export function contactMessageMail({ name, email, subject, message }: ContactWords): MailContent {
  const about = SUBJECTS[subject] ?? subject;
  return {
    subject: `${about}: a message from ${name}`,
    preview: message.slice(0, 120),
    title: `${name} wrote to Luit`,
    paragraphs: [`${about} · ${email}`, ...message.split(/\n+/)],
    footnote: 'Answer this mail to answer its writer, then mark the message as answered in the operators’ app.',
  };
}

export function accountDeletionStartedMail(name: string, webUrl: string): MailContent {
  return {
    subject: 'Your Luit account is being deleted',
    preview: 'You are signed out everywhere. We mail you when it is done.',
    title: `Goodbye, ${name}`,
    paragraphs: [
      'Your Luit account is being deleted, as was asked for. You are signed out everywhere, and what was still being made is canceled.',
      'Next we give back or let lapse your unused credits, remove your videos and images, and then everything that names you. We mail you once more when that is done; mostly it takes a minute.',
    ],
    footnote: `This cannot be undone. If it was not you who asked, write to us at once: ${webUrl}/contact`,
  };
}

/** The last mail to an address that we then forget. */
export function accountDeletedMail(name: string, webUrl: string): MailContent {
  return {
    subject: 'Your Luit account is deleted',
    preview: 'Your videos, images and personal data are gone.',
    title: `It is done, ${name}`,
    paragraphs: [
      'Your videos, your images and what named you are gone from Luit. Kept are the records of payments and credits, without your name, and invoices as they were made out, because tax law asks for them.',
      'A refund that was under way arrives within a few days, where you paid from. Your address is free: you may open a new account with it whenever you like.',
    ],
    action: { label: 'Visit Luit', url: webUrl },
    footnote: 'This is the last mail about that account.',
  };
}

/** What happened to an account, for its owner to judge. */
export interface Happening {
  device: string;
  ip: string;
  at: Date;
}

export function passwordResetMail(name: string, webUrl: string, token: string): MailContent {
  return {
    subject: 'Set a new password for Luit',
    preview: 'The link works once, within one hour.',
    title: `A new password, ${name}?`,
    paragraphs: [
      'Someone, hopefully you, asked to set a new password for your account. Press the button to choose it.',
    ],
    action: { label: 'Set a new password', url: `${webUrl}/reset-password?token=${token}` },
    footnote: 'The link works once, within one hour. If you did not ask for it, ignore this mail: nothing happens.',
  };
}

export function passwordChangedMail(name: string, webUrl: string, happening: Happening): MailContent {
  return {
    subject: 'Your Luit password was changed',
    preview: 'All other devices were signed out.',
    title: `Your password was changed, ${name}`,
    paragraphs: [
      `It happened ${told(happening)}. All other devices were signed out.`,
      'If this was you, there is nothing to do. If it was not, ask for a new password on the sign-in page at once: it signs everybody else out.',
    ],
    action: { label: 'Go to sign in', url: `${webUrl}/auth` },
    footnote: 'We send this mail whenever a password changes.',
  };
}

export function newSignInMail(name: string, webUrl: string, happening: Happening): MailContent {
  return {
    subject: 'New sign-in to your Luit account',
    preview: `${happening.device}, ${happening.ip}`,
    title: `A new device, ${name}`,
    paragraphs: [
      `Your account was signed in to ${told(happening)}. We had not seen this device before.`,
      'If this was you, there is nothing to do. If it was not, sign that device out on your dashboard and set a new password.',
    ],
    action: { label: 'See your devices', url: `${webUrl}/dashboard` },
    footnote: 'We send this mail for each device that is new to your account.',
  };
}

const PAGES: Record<string, string> = {
  video: '/image-to-video',
  image_video: '/image-to-video-upload',
  restore: '/restore-image',
};

/** @param details `type`, `requestId` and `hasSucceeded` of the request */
export function requestEndedMail(name: string, webUrl: string, details: Record<string, string>): MailContent {
  const thing = details.type === 'restore' ? 'photo' : 'video';
  if (details.hasSucceeded !== 'true') {
    return {
      subject: `Your ${thing} could not be made`,
      preview: 'Nothing was charged.',
      title: `It did not work out this time, ${name}`,
      paragraphs: [
        `Your ${thing} could not be made. Nothing was charged: the credits that were held for it are back in your account.`,
        'In your library you can see why, and try again with one press.',
      ],
      action: { label: 'Open your library', url: `${webUrl}/library` },
      footnote: 'We send this mail when a request ends while you are away.',
    };
  }
  return {
    subject: `Your ${thing} is ready`,
    preview: 'See it, download it, share it.',
    title: `Your ${thing} is ready, ${name}`,
    paragraphs: [`It finished while you were away, and waits in your library for as long as you want to keep it.`],
    action: {
      label: `See your ${thing}`,
      url: `${webUrl}${PAGES[details.type ?? ''] ?? '/library'}?request=${details.requestId}`,
    },
    footnote: 'We send this mail when a request ends while you are away.',
  };
}

/** @param details `summary` and `action` of the alert */
export function alertMail(
  webUrl: string,
  { summary = '', action = '' }: Record<string, string>,
  at: Date,
): MailContent {
  return {
    subject: `Luit alert: ${summary}`,
    preview: action,
    title: 'Something needs you',
    paragraphs: [summary, action],
    action: { label: 'Open the alerts', url: `${webUrl}/admin/alerts` },
    footnote: `Noticed on ${inIndia(at)} (Indian time). One mail for each opening; the alert closes by itself once its cause is gone.`,
  };
}

function inIndia(at: Date): string {
  return at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
}

function told({ device, ip, at }: Happening): string {
  return `on ${inIndia(at)} (Indian time) from ${device}, address ${ip}`;
}
