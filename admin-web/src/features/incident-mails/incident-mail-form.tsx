import type { IncidentPreview } from '@luit/contracts/auth/incident-mails';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { DescriptionList, EmptyMessage, Section } from '../../components/section';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { counted, INCIDENT_MAILS_PATH } from './incident-mailings';

const MAX_SUBJECT = 120;
const MAX_TEXT = 4_000;

/** Who would be mailed, and the text. The recipients of the preview do not change any more. */
export function IncidentMailForm({ preview }: { preview: IncidentPreview }) {
  const { client } = useServices();
  const navigate = useNavigate();
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { mailingId, recipients, needsConfirmation } = preview;
  if (recipients === 0) {
    return (
      <Section title="Recipients">
        <EmptyMessage>{nobodyText(preview)}</EmptyMessage>
      </Section>
    );
  }
  const isConfirmed = !needsConfirmation || confirmation.trim() === String(recipients);
  const send = async () => {
    const mail = { mailingId, subject: subject.trim(), text: text.trim(), reason: reason.trim() };
    await client.send('POST', INCIDENT_MAILS_PATH, { ...mail, ...(needsConfirmation && { confirmation }) });
    await navigate(`/incident-mails/${mailingId}`);
  };
  return (
    <>
      <Section title="Recipients">
        <DescriptionList items={itemsOf(preview)} />
        <p className="border-t border-line px-4 py-2.5 text-label text-muted">
          The list stays as it is for an hour. Jobs that match later are not included.
        </p>
      </Section>
      <Section title="Mail">
        <form
          className="grid gap-4 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (subject.trim() && text.trim()) setOpen(true);
          }}
        >
          <Input
            label="Subject"
            maxLength={MAX_SUBJECT}
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
          <Textarea
            label="Text"
            hint="Plain text. {jobs} and {credits} become the number of the recipient’s affected jobs and what they cost, whether or not that was returned."
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div>
            <Button type="submit" disabled={!subject.trim() || !text.trim()}>
              {`Mail ${counted(recipients, 'recipient')}…`}
            </Button>
          </div>
        </form>
      </Section>
      {isOpen && (
        <ConfirmDialog
          isOpen
          onClose={() => setOpen(false)}
          title={`Mail ${counted(recipients, 'recipient')}?`}
          description="Each gets this mail once, however often you confirm. It cannot be taken back."
          confirmLabel={`Mail ${counted(recipients, 'recipient')}`}
          isDisabled={!isReason(reason) || !isConfirmed}
          onConfirm={send}
        >
          <ReasonField value={reason} onChange={setReason} />
          {needsConfirmation && (
            <Input
              label={`Type ${recipients} to confirm`}
              hint="This is a large number of recipients."
              inputMode="numeric"
              autoComplete="off"
              required
              value={confirmation}
              onChange={(event) => setConfirmation(event.target.value)}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function nobodyText({ unreachableJobs }: IncidentPreview): string {
  return unreachableJobs === 0
    ? 'No job matches, so there is nobody to mail'
    : `Nobody can be mailed: ${counted(unreachableJobs, 'job')} of blocked or deleted accounts, or of guests without an address`;
}

function itemsOf(preview: IncidentPreview): [string, string][] {
  const { recipients, guests, jobs, credits, returnedCredits, unreachableJobs, names, selection } = preview;
  const more = recipients - names.length;
  const first = names.map((name) => name ?? 'Guest').join(', ');
  return [
    ['Selection', selection],
    [
      'Recipients',
      guests > 0 ? `${formatNumber(recipients)}, ${counted(guests, 'guest')} among them` : formatNumber(recipients),
    ],
    ['First in the list', more > 0 ? `${first} and ${formatNumber(more)} more` : first],
    ['Jobs', formatNumber(jobs)],
    ['Credits', `${formatNumber(credits)}, of which ${formatNumber(returnedCredits)} returned`],
    ['Jobs without a recipient', formatNumber(unreachableJobs)],
  ];
}
