import { BREACH_NOTICE_NAMES, type BreachNoticeKind, MAX_BREACH_NOTICE } from '@luit/contracts/auth/breach-limits';
import type { BreachDetails } from '@luit/contracts/auth/breaches';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Textarea } from '@luit/ui/textarea';
import { toast } from '@luit/ui/toaster';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { breachPath, useBreachRefresh } from './breaches-query';
import { EventDialog } from './event-dialog';

interface BreachNoticeProps {
  breach: BreachDetails;
  notice: BreachDetails['notices'][number];
}

const SENT_AT: Record<BreachNoticeKind, 'certInNotifiedAt' | 'boardNotifiedAt' | 'usersNotifiedAt'> = {
  cert_in: 'certInNotifiedAt',
  board: 'boardNotifiedAt',
  users: 'usersNotifiedAt',
};

const SEND_YOURSELF = 'Replace what is in brackets. Send it yourself, then record it here.';
const HINTS: Record<BreachNoticeKind, string> = {
  cert_in: SEND_YOURSELF,
  board: SEND_YOURSELF,
  users:
    'Replace what is in brackets and save the text. An owner emails it below. Record it here if you sent it yourself.',
};

/** The text of a notice: a draft with the facts filled in, until an operator changes it. */
export function BreachNotice({ breach, notice: { kind, text: saved, isDraft } }: BreachNoticeProps) {
  const { client } = useServices();
  const refresh = useBreachRefresh();
  // Null until the operator types, so that a draft follows the facts.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? saved;
  const [isRecording, setRecording] = useState(false);
  const canChange = useCan('breaches.change') && breach.closedAt === null;
  const isSent = breach[SENT_AT[kind]] !== null;
  const save = useMutation({
    mutationFn: () => client.send('PUT', `${breachPath(breach.id)}/notices/${kind}`, { text: text.trim() }),
    onSuccess: async () => {
      await refresh();
      setTyped(null);
    },
  });
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success('Text copied');
  };
  return (
    <Section
      title={`Notice: ${BREACH_NOTICE_NAMES[kind]}`}
      action={<Badge tone={isSent ? 'success' : 'neutral'}>{isSent ? 'Sent' : isDraft ? 'Draft' : 'Changed'}</Badge>}
    >
      <div className="grid gap-3 p-4">
        <Textarea
          label="Text"
          hint={HINTS[kind]}
          maxLength={MAX_BREACH_NOTICE}
          readOnly={!canChange}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
        />
        {save.isError && <Alert tone="danger">{errorMessage(save.error)}</Alert>}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" tone="secondary" onClick={() => void copy()}>
            Copy text
          </Button>
          {canChange && (
            <Button
              size="sm"
              tone="secondary"
              busy={save.isPending}
              disabled={text.trim() === '' || text === saved}
              onClick={() => save.mutate()}
            >
              Save text
            </Button>
          )}
          {canChange && !isSent && (
            <Button size="sm" disabled={text !== saved} onClick={() => setRecording(true)}>
              Record as sent…
            </Button>
          )}
        </div>
      </div>
      {isRecording && (
        <EventDialog breachId={breach.id} action={`${kind}_notified`} onClose={() => setRecording(false)} />
      )}
    </Section>
  );
}
