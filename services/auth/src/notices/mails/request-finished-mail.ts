import type { I18n } from '@lingui/core';
import type { MailContent } from './mail-layout';

/** The page of a request by its type. */
export const REQUEST_PAGES: Record<string, string> = {
  video: '/image-to-video',
  image_video: '/image-to-video-upload',
  restore: '/restore-image',
};

/** @param details `type`, `requestId` and `hasSucceeded` of the request */
export function requestFinishedMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const photo = isPhoto(details);
  const footnote = i18n._('We send this email when a video or photo finishes while you’re offline.');
  if (details.hasSucceeded !== 'true') {
    return {
      subject: failedText(i18n, photo),
      preview: notCharged(i18n),
      title: photo ? i18n._('Your photo failed') : i18n._('Your video failed'),
      paragraphs: [
        photo
          ? i18n._('We couldn’t create your photo. You weren’t charged: the credits were returned to your balance.')
          : i18n._('We couldn’t create your video. You weren’t charged: the credits were returned to your balance.'),
        i18n._('Your library shows the reason, and you can retry from there.'),
      ],
      action: { label: i18n._('Open your library'), url: `${webUrl}/library` },
      footnote,
    };
  }
  return {
    subject: readyText(i18n, photo),
    preview: i18n._('Watch, download or share it.'),
    title: photo ? i18n._('Your photo is ready') : i18n._('Your video is ready'),
    paragraphs: [i18n._('It finished while you were offline. You can find it in your library.')],
    action: {
      label: photo ? i18n._('View your photo') : i18n._('View your video'),
      url: `${webUrl}${REQUEST_PAGES[details.type ?? ''] ?? '/library'}?request=${details.requestId}`,
    },
    footnote,
  };
}

/** @param details `type` of the request */
export function isPhoto({ type }: Record<string, string>): boolean {
  return type === 'restore';
}

export function readyText(i18n: I18n, photo: boolean): string {
  return photo ? i18n._('Your photo is ready') : i18n._('Your video is ready');
}

export function failedText(i18n: I18n, photo: boolean): string {
  return photo ? i18n._('We couldn’t create your photo') : i18n._('We couldn’t create your video');
}

export function notCharged(i18n: I18n): string {
  return i18n._('You weren’t charged.');
}
