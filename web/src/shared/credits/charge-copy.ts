import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '../../lib/format';

/** What a charge is for. */
export type ChargedNoun = 'video' | 'photo' | 'videos';

const balanceAfter: Readonly<Record<ChargedNoun, string>> = {
  get video() {
    return t`After this video`;
  },
  get photo() {
    return t`After this photo`;
  },
  get videos() {
    return t`After these videos`;
  },
};

const stillNeeded: Readonly<Record<ChargedNoun, string>> = {
  get video() {
    return t`Still needed for this video`;
  },
  get photo() {
    return t`Still needed for this photo`;
  },
  get videos() {
    return t`Still needed for these videos`;
  },
};

const shortfall: Record<ChargedNoun, (count: number) => string> = {
  video: (count) => {
    const credits = formatNumber(count);
    return plural(count, {
      one: `You need ${credits} more credit for this video.`,
      other: `You need ${credits} more credits for this video.`,
    });
  },
  photo: (count) => {
    const credits = formatNumber(count);
    return plural(count, {
      one: `You need ${credits} more credit for this photo.`,
      other: `You need ${credits} more credits for this photo.`,
    });
  },
  videos: (count) => {
    const credits = formatNumber(count);
    return plural(count, {
      one: `You need ${credits} more credit for these videos.`,
      other: `You need ${credits} more credits for these videos.`,
    });
  },
};

/** Texts about the balance and a charge, by what the charge is for. */
export const chargeCopy = { balanceAfter, stillNeeded, shortfall } as const;
