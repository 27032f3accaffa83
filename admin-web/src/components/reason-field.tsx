import { INPUT_LIMITS, REASON_MIN_LENGTH } from '@luit/contracts/auth/limits';
import { Input } from '@luit/ui/input';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
}

/** Why an operator does something dangerous. The audit log keeps it. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  return (
    <Input
      label="Reason"
      hint="Required. Recorded in the audit log."
      required
      maxLength={INPUT_LIMITS.reason}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="text-left"
    />
  );
}

export function isReason(text: string): boolean {
  return text.trim().length >= REASON_MIN_LENGTH;
}
