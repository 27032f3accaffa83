import type { AspectRatio } from '@luit/contracts/generation/options';
import { t } from '@lingui/core/macro';

const ratios: Record<AspectRatio, string> = {
  get '16:9'() {
    return t`Landscape (16:9)`;
  },
  get '9:16'() {
    return t`Portrait (9:16)`;
  },
  get '1:1'() {
    return t`Square (1:1)`;
  },
  get original() {
    return t`Like the image`;
  },
};

export const compareCopy = {
  get title() {
    return t`Compare`;
  },
  get heading() {
    return t`Compare two results`;
  },
  get back() {
    return t`Back to the library`;
  },
  sides: ['A', 'B'],
  get loading() {
    return t`Loading both results`;
  },
  get failed() {
    return t`We couldn’t load both results`;
  },
  get notComparable() {
    return t`These can’t be compared`;
  },
  get notComparableHint() {
    return t`Select two finished videos, or two restored photos, in your library.`;
  },
  video: (side: string) => t`Video ${side}`,
  get play() {
    return t`Play both`;
  },
  get pause() {
    return t`Pause both`;
  },
  get position() {
    return t`Position in both videos`;
  },
  time: (time: string, duration: string) => t`${time} of ${duration} seconds`,
  clock: (time: string, duration: string) => t`${time} / ${duration} s`,
  get notPlayable() {
    return t`Your browser can’t play one of the videos. Open it to download it.`;
  },
  get slider() {
    return t`Compare photo A and photo B`;
  },
  get differences() {
    return t`What differs`;
  },
  get noDifferences() {
    return t`Both were made with the same settings.`;
  },
  get same() {
    return t`What is the same`;
  },
  get setting() {
    return t`Setting`;
  },
  get none() {
    return t`None`;
  },
  open: (side: string) => t`Open ${side}`,
  ratios,
} as const;
