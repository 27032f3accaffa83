import type { QuarterlyNotice } from '@luit/contracts/auth/quarterly-notices';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IfPermitted } from '../../components/if-permitted';
import { MailTexts } from '../../components/mail-texts';
import { MailingDialog } from '../../components/mailing-dialog';
import { QueryPanel } from '../../components/query-panel';
import { Section } from '../../components/section';
import { formatDateTime, formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { noticeQuery, quarterlyReportPath } from './quarterly-reports-query';

/** Previews the email to every user about a quarter, and sends it once. */
export function QuarterlyNoticeSection({ quarter }: { quarter: string }) {
  const { client } = useServices();
  const query = useQuery(noticeQuery(client, quarter));
  return (
    <Section title="Notice to every user">
      <QueryPanel query={query} loading="Loading the notice">
        {(notice) => <Notice notice={notice} />}
      </QueryPanel>
    </Section>
  );
}

function Notice({ notice }: { notice: QuarterlyNotice }) {
  const [isOpen, setOpen] = useState(false);
  const { texts, sent, hasEnded, recipients } = notice;
  return (
    <div className="grid gap-4 p-4 text-sm">
      <p className="max-w-prose">{stateOf(notice)}</p>
      <MailTexts texts={texts} />
      {!sent && hasEnded && (
        <IfPermitted permission="quarterly_notices.send">
          <div>
            <Button onClick={() => setOpen(true)} disabled={recipients === 0}>
              Email every user…
            </Button>
          </div>
        </IfPermitted>
      )}
      {isOpen && <SendDialog notice={notice} onClose={() => setOpen(false)} />}
    </div>
  );
}

function SendDialog({ notice: { quarter, recipients }, onClose }: { notice: QuarterlyNotice; onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const path = `${quarterlyReportPath(quarter)}/notice`;
  return (
    <MailingDialog
      onClose={onClose}
      title={`Email ${formatNumber(recipients)} users?`}
      confirmLabel="Email every user"
      expected={quarter}
      onConfirm={async (input) => {
        await client.send('POST', path, input);
        toast.success(`The notice of ${quarter} is being sent`);
        await cache.invalidateQueries({ queryKey: [path] });
      }}
    />
  );
}

function stateOf({ sent, hasEnded, recipients }: QuarterlyNotice): string {
  if (!sent) {
    const who = `${formatNumber(recipients)} active users with a confirmed address get it, in their language.`;
    return hasEnded ? who : `It can be sent once the quarter has ended. ${who}`;
  }
  const mails = `${formatNumber(sent.mails)} emails`;
  const progress = sent.isComplete ? `${mails} were queued.` : `${mails} are queued so far.`;
  return `Sent by ${sent.by} on ${formatDateTime(sent.at)}. ${progress} Reason: ${sent.reason}`;
}
