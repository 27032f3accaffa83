import type { ExampleView } from '@luit/contracts/http/examples';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { IfPermitted } from '../../components/if-permitted';
import { TextLink } from '../../components/text-link';
import { formatTime } from '../../lib/format';
import { useServices } from '../../lib/services';

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

type Settings = Pick<ExampleView, 'model' | 'duration' | 'resolution' | 'aspectRatio' | 'cameraMotion' | 'style'>;

function settingsOf({ model, duration, resolution, aspectRatio, cameraMotion, style }: Settings): string {
  return [model, `${duration} s`, resolution, aspectRatio, cameraMotion, style].filter(Boolean).join(' · ');
}

function RemoveButton({ id, title }: { id: string; title: string }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const remove = async () => {
    await client.send('DELETE', `/api/admin/examples/${id}`);
    toast.success(`${title} is no longer an example`);
    await cache.invalidateQueries({ queryKey: ['examples'] });
  };
  return (
    <>
      <Button tone="ghost" size="sm" aria-label={`Remove ${title}`} onClick={() => setConfirming(true)}>
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Remove this example?"
        description={title}
        confirmLabel="Remove"
        onConfirm={remove}
      >
        <p>The web app no longer shows it. The video stays in the library of its owner.</p>
      </ConfirmDialog>
    </>
  );
}
