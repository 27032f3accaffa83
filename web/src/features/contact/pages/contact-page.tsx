import { MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';
import { t } from '@lingui/core/macro';
import { Card } from '@luit/ui/card';
import { Faq } from '../../../lib/faq';
import { PageHead } from '../../../lib/page-head';
import { COMPANY } from '../../../lib/company';
import { ContactForm } from '../components/contact-form';

const contactFaq = (): { question: string; answer: string }[] => {
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
export default function ContactPage() {
  return (
    <div className="page py-14 sm:py-20">
      <PageHead path="/contact" title={t`Contact · Luit`} />
      <h1 className="text-display heading">{t`Contact us`}</h1>
      <p className="mt-5 max-w-[31.75em] text-lg text-muted">{t`A person reads every message. Tell us what you were doing and, if it’s about a video, include its request ID.`}</p>
      <div className="mt-12 grid items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <ContactDetails />
        <Card as="section" aria-labelledby="message" className="relative overflow-hidden p-5 pt-9 sm:p-8 sm:pt-12">
          <div aria-hidden className="absolute inset-x-0 top-0 brand-border" />
          <h2 id="message" className="mb-6 text-title heading">
            {t`Send us a message`}
          </h2>
          <ContactForm />
        </Card>
      </div>
      <Faq title={t`Frequently asked questions`} entries={contactFaq()} className="mt-20" />
    </div>
  );
}

function ContactDetails() {
  return (
    <div className="grid gap-9 sm:max-lg:grid-cols-2">
      <section aria-labelledby="response" className="border-l-4 border-accent pl-5 sm:max-lg:col-span-2">
        <h2 id="response" className="font-semibold">
          {t`Response time`}
        </h2>
        <p className="mt-1">{t`We reply within 24-48 hours.`}</p>
        <p className="mt-1 text-muted">{t`Is it urgent? Mark your message as urgent in the form.`}</p>
      </section>
      <section aria-labelledby="mailboxes">
        <h2 id="mailboxes" className="text-title heading">
          {t`Email us`}
        </h2>
        <dl className="mt-4 grid gap-4">
          {COMPANY.mailboxes.map(({ purpose, address }) => (
            <div key={address}>
              <dt className="text-sm text-muted">{purpose()}</dt>
              <dd>
                <a href={`mailto:${address}`} className="font-semibold text-info underline underline-offset-4">
                  {address}
                </a>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="address">
        <h2 id="address" className="text-title heading">
          {t`Address`}
        </h2>
        <address className="mt-4 not-italic">
          {COMPANY.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </section>
    </div>
  );
}
