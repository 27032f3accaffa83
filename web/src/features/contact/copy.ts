import type { ContactSubject } from '@luit/contracts/auth/contact-limits';
import { MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';
import { t } from '@lingui/core/macro';

export const subjects = (): { value: ContactSubject; label: string }[] => [
  { value: 'general', label: t`General Inquiry` },
  { value: 'technical', label: t`Technical Support` },
  { value: 'billing', label: t`Billing Question` },
  { value: 'feature', label: t`Feature Request` },
  { value: 'partnership', label: t`Partnership` },
  { value: 'other', label: t`Other` },
];

export const contactFaq = (): { question: string; answer: string }[] => {
  const size = megabytes(MAX_IMAGE_BYTES);
  return [
    {
      question: t`How do I get started?`,
      answer: t`Sign up with your email address, confirm it, buy a credit pack and write your first prompt. The button shows the price before you generate.`,
    },
    {
      question: t`Which file types are supported?`,
      answer: t`JPEG, PNG and WebP images up to ${size} MB. Videos are MP4 files.`,
    },
    {
      question: t`How long does processing take?`,
      answer: t`Most operations finish within 1-5 minutes. You can close the page; we’ll email you when your video is ready.`,
    },
    {
      question: t`Can I use the results commercially?`,
      answer: t`Yes. You keep ownership of what you upload, and you may use what you generate commercially.`,
    },
  ];
};
