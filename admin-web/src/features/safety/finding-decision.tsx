import { GUEST_ALLOWED_DAYS } from '@luit/contracts/generation/limits';
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

const GUEST_TEXTS = {
  confirmed: { consequence: 'Nothing changes for guests. The prompt leaves the open list.' },
  lifted: {
    consequence: `Every guest can order a video with exactly this text for ${GUEST_ALLOWED_DAYS} days. The guest gets no message.`,
    done: 'Guests can use this text',
  },
};

/** Who decided what about a finding, or the buttons that decide. */
export function FindingDecision({ finding: { id, state, decision, isGuest } }: { finding: AdminSafetyFinding }) {
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
      {asked && <DecisionDialog id={id} isGuest={isGuest} decision={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

interface DecisionDialogProps {
  id: string;
  isGuest: boolean;
  decision: Decision;
  onClose: () => void;
}

function DecisionDialog({ id, isGuest, decision, onClose }: DecisionDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [reason, setReason] = useState('');
  const { title, button, consequence, done } = { ...TEXTS[decision], ...(isGuest && GUEST_TEXTS[decision]) };
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
