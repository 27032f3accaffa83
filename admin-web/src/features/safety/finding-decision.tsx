import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { Timestamp } from '../../components/timestamp';
import { useServices } from '../../lib/services';
import { type AdminSafetyFinding, FINDINGS_PATH } from './findings';

type Decision = 'confirmed' | 'lifted';

const TEXTS = {
  confirmed: {
    button: 'Confirm',
    title: 'Confirm this finding?',
    consequence: 'Nothing changes for the account. The prompt leaves the open list.',
    done: 'Confirmed',
  },
  lifted: {
    button: 'Lift',
    title: 'Allow this prompt?',
    consequence: 'The account can use exactly this text from now on. If refusals paused the account, its pause ends.',
    done: 'The account can use this text',
  },
} as const;

/** Who decided what about a finding, or the buttons that decide. */
export function FindingDecision({ finding: { id, state, decision } }: { finding: AdminSafetyFinding }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  if (state !== 'open' && decision) {
    return (
      <>
        <p>{state === 'lifted' ? 'Lifted' : 'Confirmed'}</p>
        <p className="text-label text-muted">
          {decision.admin_email}, <Timestamp at={decision.at} canWrap />: {decision.reason}
        </p>
      </>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {(['confirmed', 'lifted'] as const).map((each) => (
        <Button key={each} tone="secondary" size="sm" onClick={() => setAsked(each)}>
          {TEXTS[each].button}
        </Button>
      ))}
      {asked && <DecisionDialog id={id} decision={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function DecisionDialog({ id, decision, onClose }: { id: string; decision: Decision; onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [reason, setReason] = useState('');
  const { title, button, consequence, done } = TEXTS[decision];
  const decide = async () => {
    await client.send('POST', `${FINDINGS_PATH}/${id}/decision`, { decision, reason });
    toast.success(done);
    await cache.invalidateQueries();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      confirmLabel={button}
      isDisabled={!isReason(reason)}
      onConfirm={decide}
    >
      <p>{consequence}</p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
