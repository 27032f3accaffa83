import { t } from '@lingui/core/macro';

export const sharedPageCopy = {
  get video() {
    return t`A video made with Luit`;
  },
  get photo() {
    return t`A photo restored with Luit`;
  },
  madeByAi: {
    get video() {
      return t`Made by AI`;
    },
    get image_video() {
      return t`Made by AI`;
    },
    get restore() {
      return t`Restored by AI`;
    },
  },
  until: (date: string) => t`This link works until ${date}.`,
  get usePrompt() {
    return t`Use this prompt`;
  },
  get makeVideo() {
    return t`Make your own video`;
  },
  get restorePhoto() {
    return t`Restore your own photo`;
  },
  get download() {
    return t`Download`;
  },
  get downloadSmall() {
    return t`Small version (480p)`;
  },
  get downloadAnimation() {
    return t`Animated preview (WebP)`;
  },
  get report() {
    return t`Report this content`;
  },
  get verify() {
    return t`Check a copy of it`;
  },
  get ended() {
    return t`This link doesn’t work anymore`;
  },
  get endedText() {
    return t`It may have expired, or its owner stopped sharing. Ask them for a new link.`;
  },
  get failed() {
    return t`We couldn’t load this page`;
  },
  get retry() {
    return t`Try again`;
  },
  get playerFailure() {
    return t`Your browser can’t play this video. Download it to watch it in another player.`;
  },
} as const;
