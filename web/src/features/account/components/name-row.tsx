import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { changeName } from '../api/account';

type View = 'initial' | 'editing' | 'closed';

export function NameRow({ name }: { name: string }) {
  const [view, setView] = useState<View>('initial');
  if (view === 'editing') return <NameForm name={name} onClose={() => setView('closed')} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 break-words">{name}</span>
      <Button
        tone="secondary"
        size="sm"
        className="-my-1.5"
        aria-label={t`Edit name`}
        // Returns focus to the button that opened the form.
        autoFocus={view === 'closed'}
        onClick={() => setView('editing')}
      >
        {t`Edit`}
      </Button>
    </div>
  );
}

function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { api, session } = useServices();
  const form = useForm({ defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      session.updateUser(await changeName(api, input.name.trim()));
      onClose();
    } catch (cause) {
      form.setError('root', { message: messageOf(cause, t`We couldn’t save your name. Please try again.`) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      <Input
        label={t`Full name`}
        autoComplete="name"
        autoFocus
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t`Name is required` })}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={isSubmitting}>
          {t`Save`}
        </Button>
        <Button tone="ghost" size="sm" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
