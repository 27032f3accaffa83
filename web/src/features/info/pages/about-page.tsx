import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { PageHead } from '../../../lib/page-head';

export default function AboutPage() {
  return (
    <div className="page py-14 sm:py-20">
      <PageHead path="/about" title={t`About · Luit`} />
      <h1 className="max-w-[11.75em] text-display heading">{t`AI video and photo restoration, made in Assam`}</h1>
      <div className="mt-10 aspect-[2.39] overflow-hidden rounded-frame shadow-float">
        <img src="/scenes/river.svg" alt="" className="size-full bg-[#05171c] object-cover object-bottom" />
      </div>
      <div className="mt-12 grid gap-12 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid max-w-[35em] gap-5 text-lg">
          {[
            t`Luit makes short videos from a prompt or a photo, and restores old pictures. It’s for creators, businesses and individuals.`,
            t`You buy credits in rupees, see what a job costs before it starts, and get your credits back automatically if it fails. Most operations finish within 1-5 minutes.`,
            t`You keep ownership of what you upload, and you may use what you generate commercially.`,
            t`Luit is what people in Assam call the Brahmaputra, the river in the picture above.`,
          ].map((text) => (
            <p key={text}>{text}</p>
          ))}
          <div>
            <Link to="/pricing" className={buttonClass('primary', 'lg', 'mt-3')}>
              {t`See pricing`}
            </Link>
          </div>
        </div>
        <dl className="self-start border-t border-line">
          {[
            { name: t`Based in`, value: t`Assam, India` },
            { name: t`Founded`, value: '2025' },
            { name: t`Input`, value: t`Prompts, JPEG, PNG, WebP` },
            { name: t`Video output`, value: 'MP4' },
            { name: t`Age`, value: t`18 or older, or with parental consent` },
          ].map(({ name, value }) => (
            <div key={name} className="flex items-baseline justify-between gap-6 border-b border-line py-4">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section aria-labelledby="principles" className="mt-20 sm:mt-24">
        <h2 id="principles" className="max-w-[14.75em] text-page heading">
          {t`What you can expect from us`}
        </h2>
        <ul className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {[
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
          ].map(({ title, text }) => (
            <li key={title} className="border-t-4 border-accent pt-4">
              <h3 className="text-lg font-semibold">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
