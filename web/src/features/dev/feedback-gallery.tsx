import { Alert, type AlertTone } from '@luit/ui/alert';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { EmptyState } from '@luit/ui/empty-state';
import { ErrorState } from '@luit/ui/error-state';
import { Menu, menuItemClass } from '@luit/ui/menu';
import { Popover } from '@luit/ui/popover';
import { Progress } from '@luit/ui/progress';
import { ProgressRing } from '@luit/ui/progress-ring';
import { Skeleton } from '@luit/ui/skeleton';
import { Spinner } from '@luit/ui/spinner';
import { toast, Toaster } from '@luit/ui/toaster';
import { Tooltip } from '@luit/ui/tooltip';
import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { Row, Specimen } from './specimen';

const ALERTS: AlertTone[] = ['info', 'success', 'accent', 'danger'];
const BADGES: BadgeTone[] = ['neutral', 'accent', 'info', 'success', 'danger'];

export function FeedbackGallery() {
  return (
    <>
      <Specimen name="Alert">
        {() =>
          ALERTS.map((tone) => (
            <Alert key={tone} tone={tone} onDismiss={tone === 'danger' ? () => undefined : undefined}>
              {tone}: an alert states what happened and what to do next, on as many lines as it needs.
            </Alert>
          ))
        }
      </Specimen>
      <Specimen name="Badge">
        {() => (
          <Row>
            {BADGES.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </Row>
        )}
      </Specimen>
      <Specimen name="Progress, spinner and skeleton">
        {() => (
          <>
            {[0, 10, 62, 100].map((value) => (
              <Progress key={value} value={value} label={`${value} percent`} />
            ))}
            <Row>
              {[0, 25, 62, 100].map((value) => (
                <ProgressRing key={value} value={value} />
              ))}
              <Spinner />
            </Row>
            <Skeleton className="h-24 rounded-card" />
          </>
        )}
      </Specimen>
      <Specimen name="Empty and error states">
        {() => (
          <>
            <EmptyState
              icon={<Clapperboard className="size-6" />}
              title="Nothing here yet"
              action={<Button>Make a video</Button>}
            >
              Write one sentence to create your first video.
            </EmptyState>
            <ErrorState title="We couldn’t load your library" onRetry={() => undefined}>
              We can’t reach the server. Check your connection and try again.
            </ErrorState>
          </>
        )}
      </Specimen>
      <Specimen name="Menu, tooltip, popover, dialog and toasts">{() => <Openers />}</Specimen>
      <Toaster />
    </>
  );
}

function Openers() {
  const [open, setOpen] = useState<'popover' | 'dialog' | null>(null);
  const close = () => setOpen(null);
  return (
    <Row>
      <Menu
        label="Menu"
        trigger="Menu"
        triggerClassName="min-h-11 rounded-control border border-edge px-4 font-semibold"
      >
        {['First', 'Second'].map((name) => (
          <button key={name} type="button" className={menuItemClass()}>
            {name}
          </button>
        ))}
      </Menu>
      <Tooltip text="Additional information">
        <Button tone="secondary">Tooltip</Button>
      </Tooltip>
      <Popover
        isOpen={open === 'popover'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'popover' : null)}
        label="Popover"
        trigger="Popover"
        triggerClassName="min-h-11 rounded-control border border-edge px-4 font-semibold"
        title="Popover"
      >
        <p className="p-5">A non-modal panel.</p>
      </Popover>
      <Button tone="secondary" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Dialog isOpen={open === 'dialog'} onClose={close} title="A dialog" description="Its description.">
        <Button onClick={close}>Done</Button>
      </Dialog>
      <Button tone="secondary" onClick={() => toast.success('Your video is ready', { description: 'A boat at dawn' })}>
        Toast
      </Button>
      <Button
        tone="secondary"
        onClick={() =>
          toast.error('Your video couldn’t be generated', { description: 'We returned 18 credits to your balance.' })
        }
      >
        Failure toast
      </Button>
    </Row>
  );
}
