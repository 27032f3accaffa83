import { serverNow } from '@luit/ui/server-clock';
import { INPUT_LIMITS, REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { BANNER_REQUIRED, MAX_BANNER_CHARACTERS } from '@luit/contracts/operations/limits';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isReason } from '../../components/reason-field';
import { DescriptionList, Section } from '../../components/section';
import { Timestamp } from '../../components/timestamp';
import { errorMessage } from '../../lib/admin-error';
import { fromLocalTime, TIME_ZONE_NAME, toLocalTime } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { type AdminServiceStatus, SERVICE_STATUS_KEY } from './service-status-query';

const PATH = '/api/admin/service-status/banner';
const DEFAULT_LENGTH_MS = 2 * 3_600_000;

const defaultEnd = (): string => toLocalTime(new Date(serverNow() + DEFAULT_LENGTH_MS).toISOString());
const isFuture = (local: string): boolean => local !== '' && Date.parse(fromLocalTime(local)) > serverNow();

/** The text that creators see above every page. */
export function BannerSection({ banner }: { banner: AdminServiceStatus['banner'] }) {
  const canChange = useCan('service.restrict');
  return (
    <Section
      title="Banner"
      action={<Badge tone={banner ? 'accent' : 'neutral'}>{banner ? 'Shown' : 'Not shown'}</Badge>}
    >
      {banner && (
        <DescriptionList
          items={[
            ['Text', banner.text],
            ['Until', <Timestamp key="until" at={banner.until} />],
            ['By', banner.admin_email],
            ['Reason', banner.reason],
          ]}
        />
      )}
      {!banner && !canChange && <p className="p-4 text-sm text-muted">Creators see no banner.</p>}
      {canChange && <BannerForm banner={banner} />}
    </Section>
  );
}

function BannerForm({ banner }: { banner: AdminServiceStatus['banner'] }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [end] = useState(defaultEnd);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      text: banner?.text ?? '',
      until: banner ? toLocalTime(banner.until) : end,
      reason: '',
    },
  });
  const { errors } = formState;
  const onSuccess = (status: AdminServiceStatus) => {
    toast.success(status.banner ? 'The banner is shown' : 'The banner was removed');
    cache.setQueryData(SERVICE_STATUS_KEY, status);
  };
  const save = useMutation({
    mutationFn: (input: { text: string; until: string; reason: string }) =>
      client.send<AdminServiceStatus>('PUT', PATH, { ...input, until: fromLocalTime(input.until) }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: () => client.send<AdminServiceStatus>('DELETE', PATH), onSuccess });
  const error = save.error ?? remove.error;
  return (
    <form noValidate onSubmit={handleSubmit((input) => save.mutate(input))} className="grid max-w-xl gap-4 p-4">
      <Textarea
        label="Text"
        rows={3}
        hint={`Plain text, at most ${MAX_BANNER_CHARACTERS} characters`}
        maxLength={MAX_BANNER_CHARACTERS}
        error={errors.text?.message}
        {...register('text', { validate: (text) => text.trim() !== '' || BANNER_REQUIRED })}
      />
      <Input
        label={`Until (${TIME_ZONE_NAME})`}
        type="datetime-local"
        error={errors.until?.message}
        {...register('until', {
          validate: (until) => isFuture(until) || 'Choose a time in the future',
        })}
      />
      <Input
        label="Reason"
        hint="Required. Recorded in the audit log; creators do not see it."
        maxLength={INPUT_LIMITS.reason}
        error={errors.reason?.message}
        {...register('reason', { validate: (reason) => isReason(reason) || REASON_REQUIRED })}
      />
      {error && <Alert tone="danger">{errorMessage(error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={save.isPending}>
          {banner ? 'Replace banner' : 'Show banner'}
        </Button>
        {banner && (
          <Button tone="secondary" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove banner
          </Button>
        )}
      </div>
    </form>
  );
}
