import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { IfPermitted } from '../../components/if-permitted';
import { sentenceCase } from '../../lib/format';
import { useServices } from '../../lib/services';
import { type DeadLetterRow, DEAD_LETTERS_PATH } from './dead-letter-row';

type Decision = 'replay' | 'discard';

const TEXTS = {
  replay: {
    title: (name: string) => `Replay ${name}?`,
    description: 'Luit publishes or delivers it again. An event that already took effect does nothing.',
    label: 'Replay',
    done: 'Replaying the message',
  },
  discard: {
    title: (name: string) => `Discard ${name}?`,
    description: 'Luit deletes it, and it has no effect. This cannot be undone.',
    label: 'Discard',
    done: 'Message discarded',
  },
};

/** Replays or discards a message, with a reason for the audit log. */
export function DeadLetterActions({ letter: { id, service, name, error } }: { letter: DeadLetterRow }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [decision, setDecision] = useState<Decision>();
  const confirm = async (decided: Decision, reason: string) => {
    await client.send('POST', `${DEAD_LETTERS_PATH}/${service}/${id}/${decided}`, { reason });
    toast.success(TEXTS[decided].done);
    await cache.invalidateQueries({ queryKey: [DEAD_LETTERS_PATH] });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {(['replay', 'discard'] as const).map((each) => (
        <IfPermitted key={each} permission={`dead_letters.${each}`}>
          <Button tone={each === 'replay' ? 'secondary' : 'ghost'} size="sm" onClick={() => setDecision(each)}>
            {TEXTS[each].label}
            <span className="sr-only">: {name}</span>
          </Button>
        </IfPermitted>
      ))}
      {decision && (
        <ReasonedDialog
          onClose={() => setDecision(undefined)}
          title={TEXTS[decision].title(name)}
          description={TEXTS[decision].description}
          confirmLabel={TEXTS[decision].label}
          isDangerous={decision === 'discard'}
          onConfirm={(reason) => confirm(decision, reason)}
        >
          <p className="mb-4 text-sm wrap-anywhere">
            <span className="font-semibold">{sentenceCase(service)}:</span> {error}
          </p>
        </ReasonedDialog>
      )}
    </div>
  );
}
