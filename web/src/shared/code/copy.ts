import { t } from '@lingui/core/macro';

export const codeCopy = {
  get copy() {
    return t({ message: 'Copy', context: 'verb on a button' });
  },
  copyLabel: (name: string) => t`Copy ${name}`,
  get copied() {
    return t`Copied`;
  },
  get copyFailed() {
    return t`Your browser didn’t allow copying. Select the code and copy it.`;
  },
};
