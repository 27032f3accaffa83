export const exampleCopy = {
  title: 'Start from an example',
  sampleNote: 'These silent samples were drawn without an AI model. Your video is generated from your own prompt.',
  note: 'These videos were made with Luit. With the same prompt, yours will look different.',
  use: 'Use this prompt',
  useLabel: (title: string) => `Use this prompt: ${title}`,
} as const;
