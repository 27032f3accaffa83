import type { BreachAction, BreachDetails } from '@luit/contracts/auth/breaches';
import { Button } from '@luit/ui/button';
import { useState } from 'react';
import { IfPermitted } from '../../components/if-permitted';
import { EventDialog } from './event-dialog';

/** A note, or the end of a breach. */
export function BreachActions({ breach }: { breach: BreachDetails }) {
  const [action, setAction] = useState<BreachAction | null>(null);
  return (
    <IfPermitted permission="breaches.change">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="secondary" onClick={() => setAction('note')}>
          Add note…
        </Button>
        <Button size="sm" tone="secondary" onClick={() => setAction('closed')}>
          Close…
        </Button>
      </div>
      {action && <EventDialog breachId={breach.id} action={action} onClose={() => setAction(null)} />}
    </IfPermitted>
  );
}
