import { buttonClass } from '@luit/ui/button';
import { RiverScene } from '@luit/ui/river-scene';
import { Link } from 'react-router-dom';
import { PageHead } from '../../../lib/page-head';
import { aboutCopy } from '../copy';

export default function AboutPage() {
  return (
    <div className="page py-14 sm:py-20">
      <PageHead path="/about" title={aboutCopy.pageTitle} />
      <h1 className="max-w-[11.75em] text-display heading">{aboutCopy.heading}</h1>
      <div className="mt-10 aspect-[2.39] overflow-hidden rounded-frame shadow-float">
        <RiverScene />
      </div>
      <div className="mt-12 grid gap-12 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid max-w-[35em] gap-5 text-lg">
          {aboutCopy.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <div>
            <Link to="/pricing" className={buttonClass('primary', 'lg', 'mt-3')}>
              {aboutCopy.pricing}
            </Link>
          </div>
        </div>
        <dl className="self-start border-t border-line">
          {aboutCopy.facts.map(({ name, value }) => (
            <div key={name} className="flex items-baseline justify-between gap-6 border-b border-line py-4">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section aria-labelledby="principles" className="mt-20 sm:mt-24">
        <h2 id="principles" className="max-w-[14.75em] text-page heading">
          {aboutCopy.principlesTitle}
        </h2>
        <ul className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {aboutCopy.principles.map(({ title, text }) => (
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
