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
  sides: ['A', 'B'],
  ratios,
} as const;
