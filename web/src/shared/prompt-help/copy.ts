import { t } from '@lingui/core/macro';

export const promptHelpCopy = {
  get suggestions() {
    return t`Add to your prompt`;
  },
  add: (phrase: string) => t`Add “${phrase}”`,
  get improve() {
    return t`Improve my prompt`;
  },
  get improveNote() {
    return t`Sends your prompt to a language model. You decide what to keep.`;
  },
  get suggestion() {
    return t`Suggested prompt`;
  },
  get suggestionNote() {
    return t`Nothing changes until you use it.`;
  },
  newPrompt: (prompt: string) => t`New prompt: ${prompt}`,
  get use() {
    return t`Use this prompt`;
  },
  get keep() {
    return t`Keep mine`;
  },
  get asGood() {
    return t`The model has nothing to add to your prompt.`;
  },
  get replaced() {
    return t`Your prompt was replaced by the suggestion.`;
  },
  get undo() {
    return t`Restore my prompt`;
  },
} as const;
