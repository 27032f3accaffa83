import { t } from '@lingui/core/macro';
import { Button, buttonClass } from '@luit/ui/button';
import { PictureShade } from '@luit/ui/picture-shade';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { logFailure } from '../../../lib/log';
import { PageHead } from '../../../lib/page-head';
import { useServices } from '../../../lib/services';
import { ExampleGallery } from '../../../shared/examples/example-gallery';
import { DemoVideo } from '../components/demo-video';
import { PromptBox } from '../components/prompt-box';
import { useStartVideo } from '../../../shared/drafts/use-start-video';
import { samplePrompts } from '../../../shared/examples/sample-prompts';

export default function HomePage() {
  return (
    <>
      <PageHead path="/" title={t`Luit: AI video from a sentence`} />
      <Intro />
      <SampleSection />
      <Gallery />
      <Features />
      <VideoSection />
    </>
  );
}

function Intro() {
  return (
    <section data-theme="dark" className="relative isolate -mt-18 overflow-hidden text-ink">
      <img
        src="/scenes/river.svg"
        alt=""
        fetchPriority="high"
        className="absolute inset-y-0 left-0 -z-10 size-full max-w-none bg-[#05171c] object-cover object-bottom max-sm:left-[-110%] max-sm:w-[240%]"
      />
      <PictureShade className="max-sm:bg-[#041419]/40" />
      {/* Not centered: while the document still arrives, what follows would push up what is already visible. */}
      <div className="page min-h-[min(56rem,100svh)] pt-[clamp(8rem,20svh,12rem)] pb-20 sm:pt-[clamp(9rem,27svh,15.5rem)]">
        <h1 className="text-hero heading">{t`Say it. Watch it.`}</h1>
        <p className="mt-5 mb-8 max-w-[25em] text-lg text-[#d7e3df]">{t`Describe a scene in one sentence and Luit turns it into a short video within minutes. You see the price before you start.`}</p>
        <PromptBox />
      </div>
      <div aria-hidden className="brand-border" />
    </section>
  );
}

function SampleSection() {
  const start = useStartVideo();
  return (
    <section
      aria-labelledby="sample"
      className="page grid items-center gap-x-14 gap-y-10 py-20 sm:py-28 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.55fr)]"
    >
      <div>
        <h2 id="sample" className="max-w-[10.25em] text-page heading">
          {t`One sentence in, one video out`}
        </h2>
        <figure className="mt-7 border-l-4 border-accent pl-5">
          <figcaption className="text-label text-accent-text eyebrow">{t`Example prompt`}</figcaption>
          <blockquote lang="en" className="mt-1.5 text-lg">
            “{samplePrompts.boat}”
          </blockquote>
        </figure>
        <Button tone="secondary" className="mt-7" onClick={() => start({ prompt: samplePrompts.boat })}>
          {t`Use this prompt`}
        </Button>
      </div>
      <DemoVideo />
    </section>
  );
}

function Gallery() {
  const start = useStartVideo();
  return (
    <section aria-labelledby="gallery" className="page pb-20 sm:pb-28">
      <h2 id="gallery" className="text-page heading">
        {t`Ideas to start from`}
      </h2>
      <ExampleGallery onUse={start} className="mt-10" />
    </section>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="page pb-20 sm:pb-28">
      <h2 id="features" className="max-w-[13.25em] text-page heading">
        {t`Why Luit`}
      </h2>
      <ul className="mt-10 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {[
          {
            id: 'restore',
            title: t`Restore old images`,
            text: t`Repair scratches, blur and faded faces in family photos, at up to four times the original size.`,
          },
          {
            id: 'photo',
            title: t`Photo to video`,
            text: t`Upload a photo, describe the movement you want, and get a short video.`,
          },
          {
            id: 'fast',
            title: t`Fast`,
            text: t`Most videos and photos are ready within 1-5 minutes. We notify you when yours is done.`,
          },
          {
            id: 'price',
            title: t`Flexible pay-as-you-go pricing`,
            text: t`Buy a pack of credits, with no subscription. You spend credits only on jobs that succeed.`,
          },
        ].map((feature) => (
          <li key={feature.id}>
            <div className="rounded-frame bg-[#0a2930] px-2 py-4 shadow-card">
              <FeatureIllustration feature={feature.id} />
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
  const price = useLowestPrice();
  return (
    <section aria-labelledby="video" className="bg-sunken">
      <div className="page grid gap-12 py-20 sm:py-24 lg:grid-cols-[1.35fr_1fr] lg:items-end">
        <div>
          <h2 id="video" className="max-w-[14.75em] text-page heading">
            {t`From your prompt to a finished MP4`}
          </h2>
          <p className="mt-5 max-w-[32.75em] text-lg text-muted">{t`Choose 5 or 10 seconds at 480p or 720p. Follow the progress live, or close the page and come back later. If the video fails, your credits are returned automatically.`}</p>
          <Link to="/image-to-video" className={buttonClass('primary', 'lg', 'mt-8')}>
            {t`Open Prompt to Video`}
          </Link>
          <Link to="/pay-once" className={buttonClass('secondary', 'lg', 'mt-3 sm:ml-3')}>
            {t`Pay once for this video`}
          </Link>
        </div>
        <dl className="border-t border-edge/50">
          {[
            {
              name: t`Price`,
              value: price === null ? t`Shown before you start` : t`From ${price} a video`,
            },
            { name: t`Typical processing time`, value: t`1-5 minutes` },
            { name: t`Expiry of purchased credits`, value: t`Never` },
          ].map(({ name, value }) => (
            <div key={name} className="flex items-baseline justify-between gap-6 border-b border-edge/50 py-4">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right text-lg font-semibold sm:whitespace-nowrap">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The price of the cheapest video; null until it is known. Loaded on demand, so that the first page needs no code that formats it. */
function useLowestPrice(): string | null {
  const { api } = useServices();
  const [price, setPrice] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    import('../../../shared/plans/load-lowest-price')
      .then(({ loadLowestPrice }) => loadLowestPrice(api, abort.signal))
      .then(setPrice)
      .catch((cause: unknown) => {
        if (!abort.signal.aborted) logFailure('Loading prices failed', cause);
      });
    return () => abort.abort();
  }, [api]);
  return price;
}

/** A drawing on a dark background, 320 by 150. */
function FeatureIllustration({ feature }: { feature: string }) {
  return (
    <img
      src={`/illustrations/${feature}.svg`}
      alt=""
      width={320}
      height={150}
      loading="lazy"
      decoding="async"
      className="w-full"
    />
  );
}
