import type { CreditPack } from '@luit/contracts/billing/packs';
import { t } from '@lingui/core/macro';

export const paymentsCopy = {
  buy: ({ name }: CreditPack) => t`Buy ${name}`,
} as const;

export function howItWorks(): { title: string; text: string }[] {
  return [
    {
      title: t`Create an account`,
      text: t`Enter your name, email and a password, then confirm your email address.`,
    },
    { title: t`Choose a pack`, text: t`Pay once in rupees by card, UPI or net banking.` },
    { title: t`Write a prompt`, text: t`Describe the subject, setting, movement and light.` },
    {
      title: t`Check the price and generate`,
      text: t`Your credits are held, not spent, until your video is ready.`,
    },
    {
      title: t`Watch and download`,
      text: t`Save your video as an MP4. If it fails, your credits are returned automatically.`,
    },
  ];
}

export function faq(): { question: string; answer: string }[] {
  return [
    {
      question: t`Do credits expire?`,
      answer: t`Credits never expire once you’ve bought them. Promotional credits may expire; your Credit Vault shows the date.`,
    },
    {
      question: t`Can I get a refund?`,
      answer: t`Yes. Unused credits are refundable within 30 days of purchase.`,
    },
    {
      question: t`What happens if a video fails?`,
      answer: t`Failed jobs refund credits automatically. You don’t need to contact us.`,
    },
    {
      question: t`How long does a video take?`,
      answer: t`Most videos are ready within 1-5 minutes. The times listed with the packs are upper limits, not what to expect. While a video runs, you see an estimate from recent videos.`,
    },
  ];
}

const PROCESSING_HOURS: Record<string, number> = { starter: 24, popular: 12, pro: 6 };

/** The features listed on a pack's card. */
export function packFeatures(pack: CreditPack): string[] {
  const hours = PROCESSING_HOURS[pack.id];
  return [
    t`Prompt to video, image to video and photo restoration`,
    ...(hours ? [t`Processing within ${hours}h at the latest`] : []),
    t`Credits never expire`,
  ];
}
