import { Card } from '@luit/ui/card';
import { PageTitle } from '../../../lib/page-title';
import { COMPANY } from '../company';

const FAQ = [
  { question: 'How do I get started?', answer: 'Sign up, confirm your email, buy a pack and write your first prompt.' },
  { question: 'Which files can I use?', answer: 'JPEG, PNG and WebP images. Videos come as MP4.' },
  { question: 'How long does it take?', answer: 'Most operations finish within 1-5 minutes.' },
  {
    question: 'May I use the results commercially?',
    answer: 'Yes. What you generate is yours to use, also commercially.',
  },
];

export default function ContactPage() {
  return (
    <div className="page py-14 sm:py-20">
      <PageTitle>Contact</PageTitle>
      <h1 className="text-[clamp(2.5rem,1.8rem+3vw,4.25rem)] leading-none wide">Write to us.</h1>
      <p className="mt-5 max-w-[52ch] text-lg text-muted">
        We answer within 24-48 hours. For an urgent technical issue, write URGENT in the subject.
      </p>
      <div className="mt-10 grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card as="section" aria-labelledby="mailboxes" className="p-6 sm:p-8">
          <h2 id="mailboxes" className="text-title wide">
            Mailboxes
          </h2>
          <dl className="mt-5 divide-y divide-line border-y border-line">
            {COMPANY.mailboxes.map(({ purpose, address }) => (
              <div key={purpose} className="grid gap-1 py-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
                <dt className="text-muted">{purpose}</dt>
                <dd>
                  <a href={`mailto:${address}`} className="font-semibold text-river underline underline-offset-4">
                    {address}
                  </a>
                </dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card as="section" aria-labelledby="address" className="p-6 sm:p-8">
          <h2 id="address" className="text-title wide">
            Address
          </h2>
          <address className="mt-4 not-italic">
            {COMPANY.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </Card>
      </div>
      <section aria-labelledby="faq" className="mt-16 grid gap-10 lg:grid-cols-[1fr_2fr]">
        <h2 id="faq" className="text-page wide">
          Often asked
        </h2>
        <dl className="divide-y divide-line border-y border-line">
          {FAQ.map(({ question, answer }) => (
            <div key={question} className="grid gap-1 py-5 sm:grid-cols-[1fr_1.4fr] sm:gap-8">
              <dt className="font-semibold">{question}</dt>
              <dd className="text-muted">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
