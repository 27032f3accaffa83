import { SUBJECT_REQUIRED } from '@luit/contracts/auth/contact-limits';
import type { ContactSubject } from '@luit/contracts/auth/contact-limits';
import { IMAGE_SIZE } from '../../shared/images/copy';

export const contactCopy = {
  heading: 'Contact us',
  lead: 'A person reads every message. Tell us what you were doing and, if it’s about a video, include its request ID.',
  addressTitle: 'Address',
  mailboxesTitle: 'Email us',
  responseTitle: 'Response time',
  response: 'We reply within 24-48 hours.',
  urgent: 'Is it urgent? Mark your message as urgent in the form.',
  formTitle: 'Send us a message',
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  noSubject: SUBJECT_REQUIRED,
  message: 'Message',
  messagePlaceholder: 'Tell us how we can help you...',
  isUrgent: 'This is urgent',
  urgentHint: 'For example, you paid and your video does not arrive.',
  send: 'Send message',
  sending: 'Sending...',
  sent: "Thank you! Your message has been sent successfully. We'll get back to you soon.",
  failed: 'Sorry, there was an error sending your message. Please try again or email us directly.',
  faqTitle: 'Frequently asked questions',
  consent: 'We use your message to reply to you, as described in our Privacy Policy.',
} as const;

export const SUBJECTS: { value: ContactSubject; label: string }[] = [
  { value: 'general', label: 'General Inquiry' },
  { value: 'technical', label: 'Technical Support' },
  { value: 'billing', label: 'Billing Question' },
  { value: 'feature', label: 'Feature Request' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'other', label: 'Other' },
];

export const CONTACT_FAQ: { question: string; answer: string }[] = [
  {
    question: 'How do I get started?',
    answer:
      'Sign up with your email address, confirm it, buy a credit pack and write your first prompt. The button shows the price before you generate.',
  },
  {
    question: 'Which file types are supported?',
    answer: `JPEG, PNG and WebP images ${IMAGE_SIZE}. Videos are MP4 files.`,
  },
  {
    question: 'How long does processing take?',
    answer:
      'Most operations finish within 1-5 minutes. You can close the page; we’ll email you when your video is ready.',
  },
  {
    question: 'Can I use the results commercially?',
    answer: 'Yes. You keep ownership of what you upload, and you may use what you generate commercially.',
  },
];
