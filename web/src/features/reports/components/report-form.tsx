import { t } from '@lingui/core/macro';
import {
  KINDS_WITH_EMAIL,
  MAX_REPORT_CHARACTERS,
  MAX_TARGET_CHARACTERS,
} from '@luit/contracts/auth/content-report-limits';
import type { ReportReceipt } from '@luit/contracts/auth/content-reports';
import { MAX_EMAIL_CHARACTERS } from '@luit/contracts/auth/limits';
import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { Textarea } from '@luit/ui/textarea';
import { Flag } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { Honeypot } from '../../../lib/honeypot';
import { logFailure } from '../../../lib/log';
import { useServices } from '../../../lib/services';
import { REPORT_KINDS } from '../../../shared/reports/report-kinds';
import { type ReportInput, sendReport } from '../api';
import { intentsOf } from '../../../lib/intents-of';

interface ReportFormProps {
  /** The link or ID that the field begins with. */
  target: string;
  onSent: (receipt: ReportReceipt) => void;
}

/** The browser validates the fields. */
export function ReportForm({ target, onSent }: ReportFormProps) {
  const { api } = useServices();
  const [kind, setKind] = useState<TakedownKind | ''>('');
  const [state, setState] = useState<{ isSending: boolean; failure: string | null }>({
    isSending: false,
    failure: null,
  });
  const needsEmail = kind !== '' && KINDS_WITH_EMAIL.includes(kind);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email, ...fields } = Object.fromEntries(new FormData(event.currentTarget)) as unknown as ReportInput;
    const input = email ? { ...fields, email } : fields;
    const content = ['report', input];
    if (intentsOf(api).isRepeated(content)) return;
    setState({ isSending: true, failure: null });
    try {
      onSent(await intentsOf(api).run(content, (key) => sendReport(api, input, key)));
    } catch (cause) {
      logFailure('Sending a report failed', cause);
      setState({ isSending: false, failure: messageOf(cause, t`We couldn’t send your report. Please try again.`) });
    }
  };

  return (
    <form onSubmit={submit} className="relative grid gap-5">
      <Select
        label={t`What is it about?`}
        name="kind"
        required
        value={kind}
        onChange={({ target: { value } }) => setKind(value as TakedownKind | '')}
      >
        <option value="">{t`Choose one`}</option>
        {Object.entries(REPORT_KINDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label()}
          </option>
        ))}
      </Select>
      <Input
        label={t`Link or ID`}
        hint={t`The address of the page where you saw it, or the order ID. For a complaint about something else, say what it is about.`}
        name="target"
        required
        maxLength={MAX_TARGET_CHARACTERS}
        defaultValue={target}
        autoComplete="off"
      />
      <Textarea label={t`What is wrong?`} name="text" rows={6} required maxLength={MAX_REPORT_CHARACTERS} />
      <Input
        label={t`Your email`}
        hint={
          needsEmail
            ? t`We’ll email you a receipt and our decision.`
            : t`Optional. We’ll email you a receipt and our decision.`
        }
        name="email"
        type="email"
        required={needsEmail}
        maxLength={MAX_EMAIL_CHARACTERS}
        autoComplete="email"
      />
      <Honeypot />
      <div aria-live="polite" className="empty:hidden">
        {state.failure && <Alert tone="danger">{state.failure}</Alert>}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          type="submit"
          size="lg"
          tone="accent"
          busy={state.isSending}
          icon={<Flag className="size-5" aria-hidden />}
        >
          {state.isSending ? t`Sending...` : t`Send report`}
        </Button>
        <p className="max-w-[19.25em] flex-1 basis-56 text-sm text-muted">{t`The person who made the video won’t learn who you are.`}</p>
      </div>
    </form>
  );
}
