import type { ContactSubject } from '@luit/contracts/auth/contact-limits';
import { MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';
import { t } from '@lingui/core/macro';

export const contactCopy = {
  get pageTitle() {
    return t`Contact · Luit`;
  },
  get heading() {
    return t`Contact us`;
  },
  get lead() {
    return t`A person reads every message. Tell us what you were doing and, if it’s about a video, include its request ID.`;
  },
  get addressTitle() {
    return t`Address`;
  },
  get mailboxesTitle() {
    return t`Email us`;
  },
  get responseTitle() {
    return t`Response time`;
  },
  get response() {
    return t`We reply within 24-48 hours.`;
  },
  get urgent() {
    return t`Is it urgent? Mark your message as urgent in the form.`;
  },
  get formTitle() {
    return t`Send us a message`;
  },
  get name() {
    return t`Name`;
  },
  get email() {
    return t`Email`;
  },
  get subject() {
    return t`Subject`;
  },
  get noSubject() {
    return t`Select a subject`;
  },
  get message() {
    return t`Message`;
  },
  get messagePlaceholder() {
    return t`Tell us how we can help you...`;
  },
  get isUrgent() {
    return t`This is urgent`;
  },
  get urgentHint() {
    return t`For example, you paid but your video hasn’t arrived.`;
  },
  get send() {
    return t`Send message`;
  },
  get sending() {
    return t`Sending...`;
  },
  get sent() {
    return t`Thank you! Your message has been sent successfully. We'll get back to you soon.`;
  },
  get failed() {
    return t`Sorry, there was an error sending your message. Please try again or email us directly.`;
  },
  get faqTitle() {
    return t`Frequently asked questions`;
  },
  get consent() {
    return t`We use your message to reply to you, as described in our Privacy Policy.`;
  },
} as const;

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
