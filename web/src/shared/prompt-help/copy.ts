export const promptHelpCopy = {
  suggestions: 'Add to your prompt',
  add: (phrase: string) => `Add “${phrase}”`,
  improve: 'Improve my prompt',
  improveNote: 'Sends your prompt to a language model. You decide what to keep.',
  suggestion: 'Suggested prompt',
  suggestionNote: 'Nothing changes until you use it.',
  newPrompt: (prompt: string) => `New prompt: ${prompt}`,
  use: 'Use this prompt',
  keep: 'Keep mine',
  asGood: 'The model has nothing to add to your prompt.',
  replaced: 'Your prompt was replaced by the suggestion.',
  undo: 'Restore my prompt',
} as const;
