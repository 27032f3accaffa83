import { t } from '@lingui/core/macro';
import { MAX_WEBHOOK_URL, type WebhookEvent } from '@luit/contracts/auth/webhook-limits';
import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error';
import type { EndpointSettings } from '../api/webhooks';

interface EventGroup {
  legend: string;
  events: { event: WebhookEvent; label: string }[];
}

/** The events that an endpoint may choose. */
function eventGroups(): EventGroup[] {
  return [
    {
      legend: t`Videos`,
      events: [
        { event: 'video.queued', label: t`Queued` },
        { event: 'video.in_progress', label: t`In progress` },
        { event: 'video.completed', label: t`Completed` },
        { event: 'video.failed', label: t`Failed` },
        { event: 'video.canceled', label: t`Canceled` },
      ],
    },
    {
      legend: t`Images`,
      events: [
        { event: 'image.queued', label: t`Queued` },
        { event: 'image.in_progress', label: t`In progress` },
        { event: 'image.completed', label: t`Completed` },
        { event: 'image.failed', label: t`Failed` },
        { event: 'image.canceled', label: t`Canceled` },
      ],
    },
    {
      legend: t`Photo restorations`,
      events: [
        { event: 'restoration.queued', label: t`Queued` },
        { event: 'restoration.in_progress', label: t`In progress` },
        { event: 'restoration.completed', label: t`Completed` },
        { event: 'restoration.failed', label: t`Failed` },
        { event: 'restoration.canceled', label: t`Canceled` },
      ],
    },
    {
      legend: t`Credits and API keys`,
      events: [
        { event: 'credits.low', label: t`Low balance` },
        { event: 'key.budget_exhausted', label: t`API key budget used up` },
      ],
    },
    { legend: t`Models`, events: [{ event: 'model.deprecated', label: t`A model will retire` }] },
  ];
}
/** What most programs wait for. */
const DEFAULT_EVENTS: WebhookEvent[] = ['video.completed', 'video.failed', 'video.canceled'];

interface EndpointFormProps {
  /** The endpoint to change; absent for a new one. */
  endpoint?: WebhookEndpoint;
  action: string;
  onSave: (settings: EndpointSettings) => Promise<void>;
  onCancel: () => void;
}

/** The URL and the events of a new or an existing endpoint. */
export function EndpointForm({ endpoint, action, onSave, onCancel }: EndpointFormProps) {
  const { url = '', events = DEFAULT_EVENTS } = endpoint ?? {};
  const form = useForm<EndpointSettings>({ defaultValues: { url, events } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSave({ url: fields.url.trim(), events: fields.events });
    } catch (cause) {
      form.setError('root', { message: messageOf(cause, t`We couldn’t save the endpoint. Please try again.`) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      <Input
        type="url"
        inputMode="url"
        label={t`URL`}
        hint={t`It must begin with https:// and be reachable from the internet.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_WEBHOOK_URL}
        error={errors.url?.message}
        {...form.register('url', {
          validate: (text) => URL.canParse(text.trim()) || t`Enter a URL such as https://example.com/hooks.`,
        })}
      />
      <fieldset aria-describedby={errors.events && 'events-error'}>
        <legend className="mb-3 text-sm font-semibold">{t`Events`}</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          {eventGroups().map(({ legend, events: offered }) => (
            <fieldset key={legend} className="grid content-start gap-2.5">
              <legend className="mb-2 text-sm text-muted">{legend}</legend>
              {offered.map(({ event, label }) => (
                <Checkbox
                  key={event}
                  label={label}
                  value={event}
                  {...form.register('events', {
                    validate: (chosen) => chosen.length > 0 || t`Choose at least one.`,
                  })}
                />
              ))}
            </fieldset>
          ))}
        </div>
        {errors.events && (
          <p id="events-error" role="alert" className="mt-3 text-sm font-medium text-danger">
            {errors.events.message}
          </p>
        )}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isSubmitting}>
          {action}
        </Button>
        <Button tone="ghost" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
