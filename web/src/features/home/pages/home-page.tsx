import { buttonClass } from '@luit/ui/button';
import { RiverScene } from '@luit/ui/river-scene';
import { Link } from 'react-router-dom';
import { PageTitle } from '../../../lib/page-title';
import { FeatureDrawing } from '../components/feature-drawing';
import { FEATURES, homeCopy } from '../copy';

export default function HomePage() {
  return (
    <>
      <PageTitle>{homeCopy.title}</PageTitle>
      <Intro />
      <Features />
      <VideoSection />
    </>
  );
}

/** The river at dawn fills the screen; the example prompt stands under it as a film's subtitle would. */
function Intro() {
  return (
    <section data-theme="dark" className="relative isolate -mt-18 overflow-hidden text-ink">
      <RiverScene className="absolute inset-y-0 left-0 -z-10 max-sm:left-[-110%] max-sm:w-[240%]" />
      <div className="page flex min-h-[min(54rem,100svh)] flex-col justify-between pt-36 pb-10 sm:pt-44">
        <div className="max-w-3xl">
          <h1 className="text-hero wide">{homeCopy.headline}</h1>
          <p className="mt-6 max-w-[46ch] text-lg text-[#d7e3df]">{homeCopy.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/image-to-video" className={buttonClass('muga', 'lg')}>
              {homeCopy.start}
            </Link>
            <Link to="/pricing" className={buttonClass('quiet', 'lg', 'border-[#7d9a9b] bg-[#06181d]/70')}>
              {homeCopy.pricing}
            </Link>
          </div>
        </div>
        <figure className="mx-auto mt-24 max-w-3xl rounded-control bg-[#04110f]/78 px-6 py-4 text-center">
          <figcaption className="text-label text-[#f4c453] credits">{homeCopy.exampleLabel}</figcaption>
          <blockquote className="mt-1 text-lg text-balance text-[#fdf4dc]">“{homeCopy.example}”</blockquote>
        </figure>
      </div>
    </section>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="page py-20 sm:py-28">
      <h2 id="features" className="max-w-[18ch] text-page wide">
        {homeCopy.featuresTitle}
      </h2>
      <ul className="mt-10 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {FEATURES.map((feature) => (
          <li key={feature.id}>
            <div className="rounded-frame bg-[#0a2930] px-2 py-4 shadow-card">
              <FeatureDrawing feature={feature.id} />
            </div>
            <h3 className="mt-5 text-lg font-semibold">{feature.title}</h3>
            <p className="mt-1.5 text-base text-muted">{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function VideoSection() {
  return (
    <section aria-labelledby="video" className="bg-sunken">
      <div className="page grid gap-12 py-20 sm:py-24 lg:grid-cols-[1.35fr_1fr] lg:items-end">
        <div>
          <h2 id="video" className="max-w-[20ch] text-page wide">
            {homeCopy.videoTitle}
          </h2>
          <p className="mt-5 max-w-[58ch] text-lg text-muted">{homeCopy.videoText}</p>
          <Link to="/image-to-video" className={buttonClass('primary', 'lg', 'mt-8')}>
            {homeCopy.videoAction}
          </Link>
          <Link to="/pay-once" className={buttonClass('quiet', 'lg', 'mt-3 sm:ml-3')}>
            {homeCopy.payOnce}
          </Link>
        </div>
        <dl className="border-t border-edge/50">
          {homeCopy.facts.map(({ name, value }) => (
            <div key={name} className="flex items-baseline justify-between gap-6 border-b border-edge/50 py-4">
              <dt className="text-muted">{name}</dt>
              <dd className="text-lg font-semibold whitespace-nowrap">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
