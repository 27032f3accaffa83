export const exampleCopy = {
  title: 'Start from an example',
  note: 'These silent samples were drawn without an AI model. Your video is generated from your own prompt.',
  use: 'Use this prompt',
  useLabel: (title: string) => `Use this prompt: ${title}`,
} as const;
