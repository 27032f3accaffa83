import { t } from '@lingui/core/macro';
import { MAX_MESSAGE_CHARACTERS, type ContactSubject } from '@luit/contracts/auth/contact-limits';
import { MAX_EMAIL_CHARACTERS, MAX_NAME_CHARACTERS } from '@luit/contracts/auth/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { Textarea } from '@luit/ui/textarea';
import { Send } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api-error';
import { Honeypot } from '../../../lib/honeypot';
import { logFailure } from '../../../lib/log';
import { useServices } from '../../../lib/services';
import { type ContactInput, sendMessage } from '../api/send-message';
import { intentsOf } from '../../../lib/intents-of';

const subjects = (): { value: ContactSubject; label: string }[] => [
  { value: 'general', label: t`General Inquiry` },
  { value: 'technical', label: t`Technical Support` },
  { value: 'billing', label: t`Billing Question` },
  { value: 'feature', label: t`Feature Request` },
  { value: 'partnership', label: t`Partnership` },
  { value: 'other', label: t`Other` },
];

type State = { name: 'idle' | 'sending' | 'sent' } | { name: 'failed'; reason: string | null };

/** The browser validates the fields. */
export function ContactForm() {
  const { api } = useServices();
  const [state, setState] = useState<State>({ name: 'idle' });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { isUrgent, ...fields } = Object.fromEntries(new FormData(form));
    const input = { ...fields, isUrgent: isUrgent !== undefined } as ContactInput;
    const content = ['contact', input];
    if (intentsOf(api).isRepeated(content)) return;
    setState({ name: 'sending' });
    try {
      await intentsOf(api).run(content, (key) => sendMessage(api, input, key));
      form.reset();
      setState({ name: 'sent' });
    } catch (cause) {
      logFailure('Sending a message failed', cause);
      setState({ name: 'failed', reason: cause instanceof ApiError && isClientError(cause) ? cause.message : null });
    }
  };

  return (
    <form onSubmit={submit} className="relative grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Input label={t`Name`} name="name" required maxLength={MAX_NAME_CHARACTERS} autoComplete="name" />
        <Input
          label={t`Email`}
          name="email"
          type="email"
          required
          maxLength={MAX_EMAIL_CHARACTERS}
          autoComplete="email"
        />
      </div>
      <Select label={t`Subject`} name="subject" required defaultValue="">
        <option value="">{t`Select a subject`}</option>
        {subjects().map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Textarea
        label={t`Message`}
        name="message"
        rows={6}
        required
        maxLength={MAX_MESSAGE_CHARACTERS}
        placeholder={t`Tell us how we can help you...`}
      />
      <Checkbox
        label={t`This is urgent`}
        hint={t`For example, you paid but your video hasn’t arrived.`}
        name="isUrgent"
      />
      <Honeypot />
      <div aria-live="polite" className="empty:hidden">
        {state.name === 'sent' && (
          <Alert tone="success">{t`Thank you! Your message has been sent successfully. We'll get back to you soon.`}</Alert>
        )}
        {state.name === 'failed' && (
          <Alert tone="danger">
            <span>{t`Sorry, there was an error sending your message. Please try again or email us directly.`}</span>
            {state.reason && <span className="mt-1 block font-normal">{state.reason}</span>}
          </Alert>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          type="submit"
          size="lg"
          tone="accent"
          busy={state.name === 'sending'}
          icon={<Send className="size-5" aria-hidden />}
        >
          {state.name === 'sending' ? t`Sending...` : t`Send message`}
        </Button>
        <p className="max-w-[19.25em] flex-1 basis-56 text-sm text-muted">{t`We use your message to reply to you, as described in our Privacy Policy.`}</p>
      </div>
    </form>
  );
}

/** Whether the server's message helps the user to correct the input or to retry later. */
function isClientError({ status }: ApiError): boolean {
  return status >= 400 && status < 500;
}
