import { t } from '@lingui/core/macro';

export const apiCallCopy = {
  get summary() {
    return t`Make it from your own program`;
  },
  intro: {
    get create() {
      return t({
        message:
          'This call makes a video with the same prompt, model, length, size and seed, at the current price. `LUIT_API_KEY` is your API key.',
      });
    },
    get remix() {
      return t({
        message:
          'This call makes a video with all settings and images of this one and the prompt of your choice, at the current price. `LUIT_API_KEY` is your API key.',
      });
    },
  },
  get languages() {
    return t`Programming language`;
  },
  get toKeys() {
    return t`Create an API key`;
  },
  get toReference() {
    return t`How to wait for the video and download it`;
  },
};
