import type { ContactSubject } from '@luit/contracts/auth/contact-limits';

export const contactCopy = {
  heading: 'Write to us.',
  lead: 'A person reads every message. Tell us what you were doing and, where it is about a video, its request id.',
  addressTitle: 'Address',
  mailboxesTitle: 'Mailboxes',
  responseTitle: 'When we answer',
  response: 'We answer within 24-48 hours.',
  urgent: 'For an urgent technical issue, write URGENT in the subject.',
  formTitle: 'Send a message',
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  noSubject: 'Select a subject',
  message: 'Message',
  messagePlaceholder: 'Tell us how we can help you...',
  send: 'Send Message',
  sending: 'Sending...',
  sent: "Thank you! Your message has been sent successfully. We'll get back to you soon.",
  failed: 'Sorry, there was an error sending your message. Please try again or email us directly.',
  faqTitle: 'Often asked',
  consent: 'We use what you write to answer you, as our Privacy Policy says.',
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
      'Sign up with your email address, confirm it, buy a credit pack and write your first prompt. The price stands on the button before you press it.',
  },
  {
    question: 'Which file types are supported?',
    answer: 'JPEG, PNG and WebP images of up to 10 MB. Videos come as MP4.',
  },
  {
    question: 'How long does processing take?',
    answer: 'Most operations finish within 1-5 minutes. You may close the page: we mail you when a video is done.',
  },
  {
    question: 'May I use the results commercially?',
    answer: 'Yes. What you upload stays yours, and what you generate is yours to use, also commercially.',
  },
];
