import { t } from '@lingui/core/macro';
import { type ApiKeyMode, type ApiKeyScope, MAX_API_KEY_NAME } from '@luit/contracts/auth/api-key-limits';
import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { Textarea } from '@luit/ui/textarea';
import { type Control, useController, useForm } from 'react-hook-form';
import { formatCredits } from '../../../lib/format';
import { messageOf } from '../../../lib/api-error';
import type { ApiKeySettings } from '../api/api-keys';
import { offeredScopes } from '../copy';

const pad = (value: number) => String(value).padStart(2, '0');

/** The last moment of a day of a date field (`2026-12-31`) in the time of this browser, ISO 8601. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

/** The day of a date field in the time of this browser. */
function dayOf(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function purposes(perDay: number): { mode: ApiKeyMode; label: string; hint: string }[] {
  const credits = formatCredits(perDay);
  return [
    { mode: 'live', label: t`Live`, hint: t`Makes real videos with your credits.` },
    {
      mode: 'test',
      label: t`Test`,
      hint: t`For trying out your program, with ${credits} a day at no cost. Its videos only say TEST, and are deleted after a day.`,
    },
  ];
}

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
      form.setError('root', { message: messageOf(cause, t`We couldn’t save the key. Please try again.`) });
    }
  });
  const credits = { pattern: { value: /^\s*\d{0,9}\s*$/, message: t`Enter a whole number of credits, 0 or more.` } };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      <Input
        label={t`Name`}
        hint={t`Where you use it, for example “Shop website”.`}
        autoComplete="off"
        maxLength={MAX_API_KEY_NAME}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t`Please enter a name.` })}
      />
      {!apiKey && <Purpose perDay={testCreditsPerDay} control={form.control} />}
      <fieldset className="grid gap-3" aria-describedby={errors.scopes && 'scopes-error'}>
        <legend className="mb-2 text-sm font-semibold">{t`What it may do`}</legend>
        {offeredScopes().map(({ scope, label, hint }) => (
          <Checkbox
            key={scope}
            label={label}
            hint={hint}
            value={scope}
            {...form.register('scopes', {
              validate: (scopes) => [...scopes, ...hiddenScopesOf(apiKey)].length > 0 || t`Choose at least one.`,
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
          label={t`Budget per month, in credits`}
          hint={t`Calendar months in Indian time. Leave it empty for no limit.`}
          inputMode="numeric"
          autoComplete="off"
          error={errors.monthlyCredits?.message}
          {...form.register('monthlyCredits', credits)}
        />
        <Input
          label={t`Budget in total, in credits`}
          hint={t`For as long as the key exists. Leave it empty for no limit.`}
          inputMode="numeric"
          autoComplete="off"
          error={errors.totalCredits?.message}
          {...form.register('totalCredits', credits)}
        />
      </div>
      <Input
        type="date"
        label={t`Last day`}
        hint={t`The key expires after this day. Leave it empty for no expiry.`}
        error={errors.lastDay?.message}
        {...form.register('lastDay', { validate: (day) => isPossible(day, apiKey) || t`Choose today or a later day.` })}
      />
      <Textarea
        label={t`Allowed networks`}
        hint={t`Addresses such as 203.0.113.7 or networks such as 203.0.113.0/24, one per line. Leave it empty for anywhere.`}
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
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

/** What a new key is for; an existing one keeps it. */
function Purpose({ perDay, control }: { perDay: number; control: Control<Fields> }) {
  const { field } = useController({ name: 'mode', control });
  return (
    <RadioCardGroup legend={t`What it is for`}>
      {purposes(perDay).map(({ mode, label, hint }) => (
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
