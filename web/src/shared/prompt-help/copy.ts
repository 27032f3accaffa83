export const promptHelpCopy = {
  suggestions: 'Add to your prompt',
  add: (phrase: string) => `Add “${phrase}”`,
} as const;
