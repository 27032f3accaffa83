import { t } from '@lingui/core/macro';

export const exampleCopy = {
  get title() {
    return t`Start from an example`;
  },
  get sampleNote() {
    return t`These silent samples were drawn without an AI model. Your video is generated from your own prompt.`;
  },
  get note() {
    return t`These videos were made with Luit. With the same prompt, yours will look different.`;
  },
  get use() {
    return t`Use this prompt`;
  },
  useLabel: (title: string) => t`Use this prompt: ${title}`,
} as const;
