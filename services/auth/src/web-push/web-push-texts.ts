import { REQUEST_PAGES } from '../mails/mail-texts';

export type WebPushKind = 'request_finished';

/** What a service worker shows. Lock screens show it as well, so it contains no words of the user. */
export interface WebPushContent {
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string;
  /** A repeated message replaces the notification with the same tag. */
  tag: string;
}

export function webPushContent(subject: string, details: Record<string, string>): WebPushContent {
  const { type = '', hasSucceeded } = details;
  const output = type === 'restore' ? 'photo' : 'video';
  const path = `${REQUEST_PAGES[type] ?? '/library'}?request=${subject}`;
  if (hasSucceeded === 'true')
    return { title: `Your ${output} is ready`, body: 'Open Luit to see it.', path, tag: subject };
  return { title: `We couldn’t create your ${output}`, body: 'You weren’t charged.', path, tag: subject };
}
