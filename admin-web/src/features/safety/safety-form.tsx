import { INPUT_LIMITS, REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { Input } from '@luit/ui/input';
import type { FormEventHandler, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { isReason } from '../../components/reason-field';
import { SaveRow } from '../../components/save-row';
import { Section } from '../../components/section';
import type { useSaveSafety } from './use-save-safety';

/** Rules of the field `reason`. */
export const REASON_RULES = { validate: (text: string) => isReason(text) || REASON_REQUIRED };

interface SafetyFormProps {
  title: string;
  description: string;
  save: ReturnType<typeof useSaveSafety>;
  onSubmit: FormEventHandler;
  /** What `register('reason', REASON_RULES)` returns. */
  reason: UseFormRegisterReturn;
  reasonError: string | undefined;
  /** The fields, without that of the reason. */
  children: ReactNode;
}

/** A part of the safety settings that is saved by itself, with a reason. */
export function SafetyForm({ title, description, save, onSubmit, reason, reasonError, children }: SafetyFormProps) {
  return (
    <Section title={title}>
      <form noValidate className="grid gap-4 p-4" onSubmit={onSubmit}>
        <p className="text-sm text-muted">{description}</p>
        {children}
        <Input
          label="Reason"
          hint="Required. Recorded in the audit log."
          maxLength={INPUT_LIMITS.reason}
          error={reasonError}
          {...reason}
        />
        <SaveRow save={save} label={`Save ${title}`} />
      </form>
    </Section>
  );
}
