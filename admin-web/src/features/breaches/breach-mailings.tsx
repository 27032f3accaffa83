import { BREACH_PLACEHOLDER } from '@luit/contracts/auth/breach-limits';
import type { BreachDetails, BreachMailings as Mailings } from '@luit/contracts/auth/breaches';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IfPermitted } from '../../components/if-permitted';
import { MailingDialog } from '../../components/mailing-dialog';
import { MailTexts } from '../../components/mail-texts';
import { QueryPanel } from '../../components/query-panel';
import { Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { formatNumber, formatTime } from '../../lib/format';
import { useServices } from '../../lib/services';
import { breachPath, mailingsQuery, useBreachRefresh } from './breaches-query';

interface BreachMailingsProps {
  breach: BreachDetails;
}

/** Emails the notice to the affected accounts, and shows the progress. */
export function BreachMailings({ breach }: BreachMailingsProps) {
  const { client } = useServices();
  const query = useQuery(mailingsQuery(client, breach.id));
  return (
    <Section title="Emails to affected users">
      <QueryPanel query={query} loading="Loading the emails">
        {(mailings) => <Emails breach={breach} mailings={mailings} />}
      </QueryPanel>
    </Section>
  );
}

function Emails({ breach, mailings }: BreachMailingsProps & { mailings: Mailings }) {
  const [isOpen, setOpen] = useState(false);
  const { recipients, deleted, texts, sent } = mailings;
  const isSending = sent.some(({ isComplete }) => !isComplete);
  const canSend = breach.closedAt === null && recipients > 0 && !isSending;
  return (
    <div className="grid gap-4 p-4 text-sm">
      {sent.length > 0 && (
        <div role="status">
          <ul className="grid gap-2">
            {sent.map((mailing) => (
              <li key={mailing.at} className="max-w-prose wrap-anywhere">
                {progressOf(mailing)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {!isSending && <p className="max-w-prose">{recipientsOf(mailings)}</p>}
      {deleted > 0 && (
        <p className="max-w-prose">{`${counted(deleted)} that ${deleted === 1 ? 'was' : 'were'} deleted cannot be emailed.`}</p>
      )}
      {canSend && <MailTexts texts={texts} />}
      {canSend && (
        <IfPermitted permission="breach_notices.send">
          <div className="grid justify-items-start gap-2">
            <Button onClick={() => setOpen(true)} disabled={!isComplete(breach)}>
              {`Email ${counted(recipients)}…`}
            </Button>
            {!isComplete(breach) && <p className="text-muted">Complete and save the text for affected users first.</p>}
          </div>
        </IfPermitted>
      )}
      {sent.length > 0 && (
        <p>
          <TextLink to="/mails?kind=breach_notice">See whether each email was delivered to the mail server</TextLink>
        </p>
      )}
      {isOpen && <SendDialog breachId={breach.id} recipients={recipients} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface SendDialogProps {
  breachId: string;
  recipients: number;
  onClose: () => void;
}

function SendDialog({ breachId, recipients, onClose }: SendDialogProps) {
  const { client } = useServices();
  const refresh = useBreachRefresh();
  return (
    <MailingDialog
      onClose={onClose}
      title={`Email the notice to ${counted(recipients)}?`}
      confirmLabel="Email affected users"
      expected={String(recipients)}
      onConfirm={async (input) => {
        await client.send('POST', `${breachPath(breachId)}/mailings`, input);
        toast.success('The notice is being sent');
        await refresh();
      }}
    />
  );
}

function isComplete({ notices }: BreachDetails): boolean {
  const notice = notices.find(({ kind }) => kind === 'users');
  return notice !== undefined && !notice.isDraft && !BREACH_PLACEHOLDER.test(notice.text);
}

function progressOf({ by, at, reason, recipients, mails, isComplete }: Mailings['sent'][number]): string {
  const queued = `${formatNumber(mails)} of ${counted(recipients)}`;
  const progress = isComplete ? `Emails to ${queued} were queued.` : `Emails to ${queued} are queued so far.`;
  return `Sent by ${by} on ${formatTime(at)}. ${progress} Reason: ${reason}`;
}

function recipientsOf({ recipients, sent }: Mailings): string {
  if (recipients === 0)
    return sent.length > 0 ? 'No account is left to email.' : 'No affected account is recorded yet.';
  const more = sent.length > 0 ? ' They were not emailed before.' : '';
  return `${counted(recipients)} would get it in their language, including blocked ones.${more}`;
}

function counted(accounts: number): string {
  return `${formatNumber(accounts)} ${accounts === 1 ? 'account' : 'accounts'}`;
}
