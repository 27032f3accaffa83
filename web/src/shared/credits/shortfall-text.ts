import { plural } from '@lingui/core/macro';
import { formatNumber } from '../../lib/format';

/** What a charge is for. */
export type ChargedNoun = 'video' | 'photo' | 'videos' | 'image' | 'images';

/** How many credits are missing, by what the charge is for. */
export const SHORTFALL_TEXTS: Record<ChargedNoun, (count: number) => string> = {
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
  image: (count) => {
    const credits = formatNumber(count);
    return plural(count, {
      one: `You need ${credits} more credit for this image.`,
      other: `You need ${credits} more credits for this image.`,
    });
  },
  images: (count) => {
    const credits = formatNumber(count);
    return plural(count, {
      one: `You need ${credits} more credit for these images.`,
      other: `You need ${credits} more credits for these images.`,
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
