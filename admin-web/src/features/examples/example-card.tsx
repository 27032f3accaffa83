import type { ExampleView } from '@luit/contracts/http/examples';
import { Card } from '@luit/ui/card';
import { IfPermitted } from '../../components/if-permitted';
import { TextLink } from '../../components/text-link';
import { formatTime } from '../../lib/format';
import { RemoveButton } from './remove-button';

export function ExampleCard({ example }: { example: ExampleView }) {
  const { id, title, prompt, videoUrl, posterUrl, addedAt, ...options } = example;
  return (
    <Card as="li" aria-label={title} className="flex flex-col overflow-hidden">
      <video
        controls
        preload="none"
        aria-label={`Video: ${title}`}
        src={videoUrl}
        poster={posterUrl}
        className="aspect-video w-full bg-sunken"
      />
      <div className="flex flex-1 flex-col gap-2 p-4 text-sm">
        <h2 dir="auto" className="text-lg font-semibold wrap-anywhere">
          {title}
        </h2>
        <p dir="auto" className="line-clamp-4 wrap-anywhere">
          {prompt}
        </p>
        <p className="text-muted">{settingsOf(options)}</p>
        <p className="text-muted">
          Added <time dateTime={addedAt}>{formatTime(addedAt)}</time>
        </p>
        <div className="mt-auto flex items-center justify-between gap-3 pt-2">
          <TextLink to={`/jobs/${id}`}>Open job</TextLink>
          <IfPermitted permission="examples.change">
            <RemoveButton id={id} title={title} />
          </IfPermitted>
        </div>
      </div>
    </Card>
  );
}

type Settings = Pick<
  ExampleView,
  'modelName' | 'credits' | 'duration' | 'resolution' | 'aspectRatio' | 'cameraMotion' | 'style'
>;

function settingsOf({ modelName, credits, duration, resolution, aspectRatio, cameraMotion, style }: Settings): string {
  return [modelName, `${duration} s`, resolution, aspectRatio, cameraMotion, style, `${credits} credits`]
    .filter(Boolean)
    .join(' · ');
}
