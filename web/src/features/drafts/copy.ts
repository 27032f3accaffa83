export const draftCopy = {
  title: 'Your draft is waiting',
  continue: 'Continue',
} as const;
