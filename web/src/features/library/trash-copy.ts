import { TRASH_DAYS } from '@luit/contracts/generation/limits';
import { t } from '@lingui/core/macro';

const days = TRASH_DAYS;

export const trashCopy = {
  get title() {
    return t`Trash`;
  },
  get heading() {
    return t`Deleted videos and photos`;
  },
  get lead() {
    return t`You can put them back for ${days} days. Then their files and prompts are deleted for good.`;
  },
  get back() {
    return t`Back to the library`;
  },
  get loading() {
    return t`Loading the trash`;
  },
  get failed() {
    return t`We couldn’t load the trash`;
  },
  get empty() {
    return t`The trash is empty`;
  },
  get emptyHint() {
    return t`What you delete in your library stays here for ${days} days.`;
  },
  until: (date: string) => t`Deleted for good on ${date}`,
  get putBack() {
    return t`Put back`;
  },
  get isBack() {
    return t`Back in your library`;
  },
  get deleteNow() {
    return t`Delete now`;
  },
  get deleteTitle() {
    return t`Delete for good?`;
  },
  get deleteText() {
    return t`This deletes the file and its prompt. You can’t undo it. Your credit history stays the same.`;
  },
  get keep() {
    return t`Keep it`;
  },
} as const;
