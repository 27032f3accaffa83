import type { I18n } from '@lingui/core';
import { OUTPUT_OF, type RequestOutput } from '@luit/contracts/generation/outputs';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { MailContent } from './mail-layout';

type ByOutput = Record<RequestOutput, string>;

/** The page of a request by its type. */
export const REQUEST_PAGES: Record<string, string> = {
  video: '/image-to-video',
  image_video: '/image-to-video-upload',
  restore: '/restore-image',
  image: '/create-image',
};

/** @param details `type` of the request */
export function outputOf({ type }: Record<string, string>): RequestOutput {
  return OUTPUT_OF[type as RequestType];
}

/** @param details `type`, `requestId` and `hasSucceeded` of the request */
export function requestFinishedMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const footnote = i18n._('We send this email when a video, image or photo finishes while you’re offline.');
  if (details.hasSucceeded !== 'true') {
    return {
      subject: failedText(i18n, details),
      preview: notCharged(i18n),
      title: failedTitles(i18n)[outputOf(details)],
      paragraphs: [
        returnedTexts(i18n)[outputOf(details)],
        i18n._('Your library shows the reason, and you can retry from there.'),
      ],
      action: { label: i18n._('Open your library'), url: `${webUrl}/library` },
      footnote,
    };
  }
  return {
    subject: readyText(i18n, details),
    preview: i18n._('Watch, download or share it.'),
    title: readyText(i18n, details),
    paragraphs: [i18n._('It finished while you were offline. You can find it in your library.')],
    action: {
      label: viewText(i18n, details),
      url: `${webUrl}${REQUEST_PAGES[details.type ?? ''] ?? '/library'}?request=${details.requestId}`,
    },
    footnote,
  };
}

const failedTitles = (i18n: I18n): ByOutput => ({
  video: i18n._('Your video failed'),
  image: i18n._('Your image failed'),
  restoration: i18n._('Your photo failed'),
});
const returnedTexts = (i18n: I18n): ByOutput => ({
  video: i18n._('We couldn’t create your video. You weren’t charged: the credits were returned to your balance.'),
  image: i18n._('We couldn’t create your image. You weren’t charged: the credits were returned to your balance.'),
  restoration: i18n._('We couldn’t create your photo. You weren’t charged: the credits were returned to your balance.'),
});

export function readyText(i18n: I18n, details: Record<string, string>): string {
  const texts: ByOutput = {
    video: i18n._('Your video is ready'),
    image: i18n._('Your image is ready'),
    restoration: i18n._('Your photo is ready'),
  };
  return texts[outputOf(details)];
}

export function failedText(i18n: I18n, details: Record<string, string>): string {
  const texts: ByOutput = {
    video: i18n._('We couldn’t create your video'),
    image: i18n._('We couldn’t create your image'),
    restoration: i18n._('We couldn’t create your photo'),
  };
  return texts[outputOf(details)];
}

export function viewText(i18n: I18n, details: Record<string, string>): string {
  const texts: ByOutput = {
    video: i18n._('View your video'),
    image: i18n._('View your image'),
    restoration: i18n._('View your photo'),
  };
  return texts[outputOf(details)];
}

export function notCharged(i18n: I18n): string {
  return i18n._('You weren’t charged.');
}
