import { type ApiKeyMode, type ApiKeyScope, MAX_API_KEY_NAME } from '@luit/contracts/auth/api-key-limits';
import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { Textarea } from '@luit/ui/textarea';
import { type Control, useController, useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error';
import type { ApiKeySettings } from '../api/api-keys';
import { apiKeysCopy, offeredScopes } from '../copy';
import { dayOf, endOfDay } from '../last-day';

interface Fields {
  mode: ApiKeyMode;
  name: string;
  scopes: ApiKeyScope[];
  monthlyCredits: string;
  totalCredits: string;
  lastDay: string;
  networks: string;
}

const DEFAULTS: Fields = {
  ...{ mode: 'live' as const, name: '', scopes: ['videos:write', 'videos:read'], monthlyCredits: '', totalCredits: '' },
  ...{ lastDay: '', networks: '' },
};

interface KeyFormProps {
  /** The key to change; absent for a new one. */
  apiKey?: ApiKeyView;
  /** For a new key: the credits that test keys have a day. */
  testCreditsPerDay?: number;
  action: string;
  onSave: (settings: ApiKeySettings, mode: ApiKeyMode) => Promise<void>;
  onCancel: () => void;
}

/** The settings of a new or an existing key. */
export function KeyForm({ apiKey, testCreditsPerDay = 0, action, onSave, onCancel }: KeyFormProps) {
  const form = useForm<Fields>({ defaultValues: apiKey ? fieldsOf(apiKey) : DEFAULTS });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSave(settingsOf(fields, apiKey), fields.mode);
    } catch (cause) {
      form.setError('root', { message: messageOf(cause, apiKeysCopy.notSaved) });
    }
  });
  const credits = { pattern: { value: /^\s*\d{0,9}\s*$/, message: apiKeysCopy.wholeNumber } };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      <Input
        label={apiKeysCopy.name}
        hint={apiKeysCopy.nameHint}
        autoComplete="off"
        maxLength={MAX_API_KEY_NAME}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || apiKeysCopy.nameRequired })}
      />
      {!apiKey && <Purpose perDay={testCreditsPerDay} control={form.control} />}
      <fieldset className="grid gap-3" aria-describedby={errors.scopes && 'scopes-error'}>
        <legend className="mb-2 text-sm font-semibold">{apiKeysCopy.scopes}</legend>
        {offeredScopes().map(({ scope, label, hint }) => (
          <Checkbox
            key={scope}
            label={label}
            hint={hint}
            value={scope}
            {...form.register('scopes', {
              validate: (scopes) => [...scopes, ...hiddenScopesOf(apiKey)].length > 0 || apiKeysCopy.scopesRequired,
            })}
          />
        ))}
        {errors.scopes && (
          <p id="scopes-error" role="alert" className="text-sm font-medium text-danger">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <Input
          label={apiKeysCopy.monthly}
          hint={apiKeysCopy.monthlyHint}
          inputMode="numeric"
          autoComplete="off"
          error={errors.monthlyCredits?.message}
          {...form.register('monthlyCredits', credits)}
        />
        <Input
          label={apiKeysCopy.total}
          hint={apiKeysCopy.totalHint}
          inputMode="numeric"
          autoComplete="off"
          error={errors.totalCredits?.message}
          {...form.register('totalCredits', credits)}
        />
      </div>
      <Input
        type="date"
        label={apiKeysCopy.expires}
        hint={apiKeysCopy.expiresHint}
        error={errors.lastDay?.message}
        {...form.register('lastDay', { validate: (day) => isPossible(day, apiKey) || apiKeysCopy.expiresPast })}
      />
      <Textarea
        label={apiKeysCopy.networks}
        hint={apiKeysCopy.networksHint}
        autoCapitalize="none"
        spellCheck={false}
        rows={2}
        {...form.register('networks')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isSubmitting}>
          {action}
        </Button>
        <Button tone="ghost" onClick={onCancel}>
          {apiKeysCopy.cancel}
        </Button>
      </div>
    </form>
  );
}

/** What a new key is for; an existing one keeps it. */
function Purpose({ perDay, control }: { perDay: number; control: Control<Fields> }) {
  const { field } = useController({ name: 'mode', control });
  return (
    <RadioCardGroup legend={apiKeysCopy.purpose}>
      {apiKeysCopy.purposes(perDay).map(({ mode, label, hint }) => (
        <RadioCard
          key={mode}
          name={field.name}
          value={mode}
          label={label}
          checked={field.value === mode}
          onChoose={() => field.onChange(mode)}
          className="pr-12"
        >
          <span className="font-semibold">{label}</span>
          <span className="mt-1 block text-sm text-muted">{hint}</span>
        </RadioCard>
      ))}
    </RadioCardGroup>
  );
}

/** Programs may have created a key with scopes that the form does not offer; it keeps them. */
const isOffered = (scope: ApiKeyScope) => offeredScopes().some((offered) => offered.scope === scope);

const hiddenScopesOf = (apiKey: ApiKeyView | undefined) => apiKey?.scopes.filter((scope) => !isOffered(scope)) ?? [];

/** A day that has not passed, or the one that an existing key has. */
function isPossible(day: string, apiKey: ApiKeyView | undefined): boolean {
  return day === '' || day >= dayOf(new Date()) || (apiKey !== undefined && day === fieldsOf(apiKey).lastDay);
}

function fieldsOf({ mode, name, scopes, budget, expiresAt, networks }: ApiKeyView): Fields {
  return {
    ...{ mode, name, scopes: scopes.filter(isOffered) },
    monthlyCredits: String(budget?.monthlyCredits ?? ''),
    totalCredits: String(budget?.totalCredits ?? ''),
    lastDay: expiresAt === null ? '' : dayOf(new Date(expiresAt)),
    networks: networks?.join('\n') ?? '',
  };
}

function settingsOf(fields: Fields, apiKey: ApiKeyView | undefined): ApiKeySettings {
  const networks = fields.networks.split(/[\s,]+/).filter(Boolean);
  const isSameDay = apiKey !== undefined && fields.lastDay === fieldsOf(apiKey).lastDay;
  return {
    name: fields.name.trim(),
    scopes: [...fields.scopes, ...hiddenScopesOf(apiKey)],
    networks: networks.length > 0 ? networks : null,
    // A key that was created by a program may end in the middle of a day.
    expiresAt: isSameDay ? apiKey.expiresAt : fields.lastDay === '' ? null : endOfDay(fields.lastDay),
    monthlyCredits: creditsOf(fields.monthlyCredits),
    totalCredits: creditsOf(fields.totalCredits),
  };
}

function creditsOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
