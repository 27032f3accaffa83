import type { IncidentPreview } from '@luit/contracts/auth/incident-mails';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { DescriptionList, EmptyMessage, Section } from '../../components/section';
import { StillNeeded } from '../../components/still-needed';
import { formatDateTime, formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { counted, INCIDENT_MAILS_PATH } from './incident-mailings';

const MAX_SUBJECT = 120;
const MAX_TEXT = 4_000;

/** The recipients and the text of the email. The recipients of a preview no longer change. */
export function IncidentMailForm({ preview }: { preview: IncidentPreview }) {
  const { client } = useServices();
  const navigate = useNavigate();
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [includesMailed, setIncludesMailed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  const { mailingId, recipients, alreadyMailed, needsConfirmation } = preview;
  const mails = includesMailed ? recipients : recipients - alreadyMailed;
  if (recipients === 0) {
    return (
      <Section title="Recipients">
        <EmptyMessage>{nobodyText(preview)}</EmptyMessage>
      </Section>
    );
  }
  const missing = [
    ...(mails > 0 ? [] : ['a recipient who was not emailed yet, or the box that includes the others']),
    ...(subject.trim() ? [] : ['the subject']),
    ...(text.trim() ? [] : ['the text']),
  ];
  const isConfirmed = !needsConfirmation || confirmation.trim() === String(mails);
  const send = async () => {
    const mail = { mailingId, subject: subject.trim(), text: text.trim(), reason: reason.trim() };
    await client.send('POST', INCIDENT_MAILS_PATH, {
      ...mail,
      ...(includesMailed && { includesMailed }),
      ...(needsConfirmation && { confirmation }),
    });
    await navigate(`/incident-mails/${mailingId}`);
  };
  return (
    <>
      <Section title="Recipients">
        <DescriptionList items={itemsOf(preview)} />
        {alreadyMailed > 0 && (
          <div className="border-t border-line px-4 py-3">
            <Checkbox
              label={`Also email the ${counted(alreadyMailed, 'recipient')} who were already emailed about these jobs`}
              checked={includesMailed}
              onChange={(event) => setIncludesMailed(event.target.checked)}
            />
          </div>
        )}
        <p className="border-t border-line px-4 py-2.5 text-label text-muted">
          This list is fixed for one hour. Jobs that match later are not included.
        </p>
      </Section>
      <Section title="Email">
        <form
          className="grid gap-4 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (missing.length === 0) setOpen(true);
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
            hint="Plain text. {jobs} and {credits} are replaced by the number of the recipient’s affected jobs and their cost in credits, whether or not the credits were returned."
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div>
            <Button type="submit" disabled={missing.length > 0} aria-describedby={hintId}>
              {`Email ${counted(mails, 'recipient')}…`}
            </Button>
            <StillNeeded id={hintId} missing={missing} />
          </div>
        </form>
      </Section>
      {isOpen && (
        <ConfirmDialog
          isOpen
          onClose={() => setOpen(false)}
          title={`Email ${counted(mails, 'recipient')}?`}
          description="Each recipient gets this email once, even if you confirm more than once. It cannot be recalled."
          confirmLabel={`Email ${counted(mails, 'recipient')}`}
          isDisabled={!isReason(reason) || !isConfirmed}
          onConfirm={send}
        >
          <ReasonField value={reason} onChange={setReason} />
          {needsConfirmation && (
            <Input
              label={`Type ${mails} to confirm`}
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
    ? 'No job matches, so there is no one to email'
    : `No one can be emailed: the matching jobs (${formatNumber(unreachableJobs)}) belong to blocked or deleted accounts, or to guests without an address`;
}

function itemsOf(preview: IncidentPreview): [string, string][] {
  const { recipients, guests, jobs, credits, returnedCredits, unreachableJobs, names, selection } = preview;
  const { alreadyMailed, lastMailedAt } = preview;
  const more = recipients - names.length;
  const first = names.map((name) => name ?? 'Guest').join(', ');
  return [
    ['Selection', selection],
    [
      'Recipients',
      guests > 0 ? `${formatNumber(recipients)}, ${counted(guests, 'guest')} among them` : formatNumber(recipients),
    ],
    ...(alreadyMailed > 0
      ? [
          ['Already emailed', `${formatNumber(alreadyMailed)}, last on ${formatDateTime(lastMailedAt)}`] as [
            string,
            string,
          ],
        ]
      : []),
    ['First in the list', more > 0 ? `${first} and ${formatNumber(more)} more` : first],
    ['Jobs', formatNumber(jobs)],
    ['Credits', `${formatNumber(credits)}, of which ${formatNumber(returnedCredits)} returned`],
    ['Jobs without a recipient', formatNumber(unreachableJobs)],
  ];
}
