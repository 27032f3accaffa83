import { t } from '@lingui/core/macro';
import { useStartVideo } from '../../../shared/drafts/use-start-video';
import { ExampleGallery } from '../../../shared/examples/example-gallery';

/** What buyers get: real videos with their prompt, model and price, or the samples as long as operators feature none. */
export function MadeWithLuit({ className }: { className?: string }) {
  const start = useStartVideo();
  return (
    <section aria-labelledby="made" className={className}>
      <h2 id="made" className="text-title heading">
        {t`What you can make`}
      </h2>
      <ExampleGallery onUse={start} count={4} className="mt-6" />
    </section>
  );
}
