import { t } from '@lingui/core/macro';
import { PictureShade } from '@luit/ui/picture-shade';
import { useExamples } from '../../../shared/examples/use-examples';

/** A picture, or the latest video that operators feature, with what made it. */
export function AuthHero() {
  const { examples, areSamples } = useExamples();
  const [featured] = examples;
  return (
    <aside data-theme="dark" className="relative isolate hidden overflow-hidden text-ink lg:block">
      {/* Lazy, because phones do not show it. */}
      <img
        src={areSamples || !featured ? '/scenes/fireflies.webp' : featured.posterUrl}
        alt=""
        width={1600}
        height={900}
        loading="lazy"
        className="absolute inset-0 -z-20 size-full object-cover"
      />
      <PictureShade />
      <div className="flex h-full min-h-[42rem] flex-col gap-6 p-12 pt-20 xl:p-16 xl:pt-24">
        <p className="max-w-[8.75em] text-[clamp(2.5rem,4vw,4rem)] leading-[1.02] heading">{t`Every video starts with a sentence.`}</p>
        <ul className="grid max-w-sm gap-3 text-base">
          {[
            t`See the price in credits before you start.`,
            t`If a video fails, your credits are returned automatically.`,
          ].map((line) => (
            <li key={line} className="border-l-2 border-accent pl-4">
              {line}
            </li>
          ))}
        </ul>
        {!areSamples && featured && (
          <figure className="mt-auto max-w-md text-sm">
            <blockquote dir="auto" className="line-clamp-3 wrap-anywhere">
              “{featured.prompt}”
            </blockquote>
            <figcaption className="mt-1 text-[#d7e3df]">{featured.settings}</figcaption>
          </figure>
        )}
      </div>
    </aside>
  );
}
