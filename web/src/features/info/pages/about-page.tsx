import { buttonClass } from '@luit/ui/button';
import { RiverScene } from '@luit/ui/river-scene';
import { Link } from 'react-router-dom';
import { PageTitle } from '../../../lib/page-title';

const FACTS = [
  { name: 'Based in', value: 'Assam, India' },
  { name: 'Founded', value: '2025' },
  { name: 'Takes', value: 'Prompts, JPEG, PNG, WebP' },
  { name: 'Gives', value: 'MP4' },
];

export default function AboutPage() {
  return (
    <div className="page py-14 sm:py-20">
      <PageTitle>About</PageTitle>
      <h1 className="max-w-[16ch] text-[clamp(2.5rem,1.8rem+3vw,4.25rem)] leading-none wide">
        Named after a river that never stands still.
      </h1>
      <div className="mt-10 aspect-[2.39] overflow-hidden rounded-frame shadow-float">
        <RiverScene />
      </div>
      <div className="mt-12 grid gap-12 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid max-w-[62ch] gap-5 text-lg">
          <p>
            In Assam the Brahmaputra is called Luit. It splits into a hundred channels and finds itself again before the
            next bend. That is how we like to work: many jobs at once, none of them lost.
          </p>
          <p>
            Luit makes short videos from a prompt, sets photographs in motion and restores old ones, for creators,
            businesses and anybody with a picture in mind. You buy credits in rupees, see what a job costs before it
            starts, and get the credits back when it fails. Most work is finished within 1-5 minutes.
          </p>
          <p>What you upload stays yours. What you make you may use commercially.</p>
          <div>
            <Link to="/pricing" className={buttonClass('primary', 'lg', 'mt-3')}>
              See pricing
            </Link>
          </div>
        </div>
        <dl className="self-start border-t border-line">
          {FACTS.map(({ name, value }) => (
            <div key={name} className="flex items-baseline justify-between gap-6 border-b border-line py-4">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
