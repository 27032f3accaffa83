import { t } from '@lingui/core/macro';

export const aboutCopy = {
  get pageTitle() {
    return t`About · Luit`;
  },
  get heading() {
    return t`AI video and photo restoration, made in Assam`;
  },
  get paragraphs() {
    return [
      t`Luit makes short videos from a prompt or a photo, and restores old pictures. It’s for creators, businesses and individuals.`,
      t`You buy credits in rupees, see what a job costs before it starts, and get your credits back automatically if it fails. Most operations finish within 1-5 minutes.`,
      t`You keep ownership of what you upload, and you may use what you generate commercially.`,
      t`Luit is what people in Assam call the Brahmaputra, the river in the picture above.`,
    ];
  },
  get pricing() {
    return t`See pricing`;
  },
  get facts() {
    return [
      { name: t`Based in`, value: t`Assam, India` },
      { name: t`Founded`, value: '2025' },
      { name: t`Input`, value: t`Prompts, JPEG, PNG, WebP` },
      { name: t`Video output`, value: 'MP4' },
      { name: t`Age`, value: t`18 or older, or with parental consent` },
    ];
  },
  get principlesTitle() {
    return t`What you can expect from us`;
  },
  get principles() {
    return [
      {
        title: t`Upfront prices`,
        text: t`You see the price of every job in credits before you start it.`,
      },
      {
        title: t`No charge for failures`,
        text: t`We hold credits while a job runs and return them automatically if it fails.`,
      },
      {
        title: t`Your content stays yours`,
        text: t`We don’t train models on your images or prompts. Delete your account to erase them.`,
      },
      {
        title: t`Labeled as AI`,
        text: t`Every result is marked as AI-generated in its metadata, as Indian law requires.`,
      },
    ];
  },
} as const;
