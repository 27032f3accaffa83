export const draftCopy = {
  title: 'You have a saved draft',
  continue: 'Continue',
} as const;
