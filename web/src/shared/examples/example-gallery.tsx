import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { clsx } from 'clsx';
import { useState } from 'react';
import { allowsMotion } from '../../lib/allows-motion';
import { type Example, SAMPLES } from './examples';
import { useExamples } from './use-examples';

interface ExampleGalleryProps {
  onUse: (example: Example) => void;
  /** The largest number of examples to show. */
  count?: number;
  className?: string;
}

/** A note and example videos with their prompts: those that operators chose, or samples. */
export function ExampleGallery({ onUse, count = SAMPLES.length, className }: ExampleGalleryProps) {
  const { examples, areSamples } = useExamples();
  return (
    // The number of columns depends on the width of the gallery, which is narrow beside the stage of the workspace.
    <div className="@container">
      <p className="mt-3 text-base text-muted">
        {areSamples
          ? t`These silent samples were drawn without an AI model. Your video is generated from your own prompt.`
          : t`These videos were made with Luit. With the same prompt, yours will look different.`}
      </p>
      <ul className={clsx('grid gap-x-5 gap-y-8 @sm:grid-cols-2 @4xl:grid-cols-4', className)}>
        {examples.slice(0, count).map((example) => (
          <ExampleCard key={example.id} example={example} onUse={onUse} />
        ))}
      </ul>
    </div>
  );
}

/** A poster. The video loads and plays while the card is hovered or focused, unless motion or data use is restricted. */
function ExampleCard({ example, onUse }: { example: Example; onUse: (example: Example) => void }) {
  const [isPlaying, setPlaying] = useState(false);
  const play = () => setPlaying(allowsMotion());
  const stop = () => setPlaying(false);
  return (
    <li
      className="flex flex-col"
      onPointerEnter={play}
      onPointerLeave={stop}
      onFocusCapture={play}
      onBlurCapture={stop}
    >
      <div className="relative aspect-video overflow-hidden rounded-frame bg-[#04110f] shadow-card">
        <img
          src={example.posterUrl}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
        {isPlaying && (
          <video
            aria-hidden
            tabIndex={-1}
            src={example.videoUrl}
            autoPlay
            muted
            loop
            playsInline
            className="absolute inset-0 size-full object-cover"
          />
        )}
      </div>
      <h3 dir="auto" className="mt-3 font-semibold wrap-anywhere">
        {example.title}
      </h3>
      {example.settings && <p className="mt-0.5 text-sm text-muted tabular-nums">{example.settings}</p>}
      <p dir="auto" className="mt-1 mb-3 line-clamp-5 text-sm wrap-anywhere text-muted">
        {example.prompt}
      </p>
      <Button
        type="button"
        tone="secondary"
        size="sm"
        className="mt-auto self-start"
        aria-label={t`Use this prompt: ${{ title: example.title }}`}
        onClick={() => onUse(example)}
      >
        {t`Use this prompt`}
      </Button>
    </li>
  );
}
