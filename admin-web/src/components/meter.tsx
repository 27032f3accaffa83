interface MeterProps {
  value: number;
  of: number;
  label: string;
}

/** How much of a limit is in use. */
export function Meter({ value, of, label }: MeterProps) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={of}
      title={label}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full rounded-full bg-info"
        style={{ width: `${Math.min(100, (value / Math.max(1, of)) * 100)}%` }}
      />
    </div>
  );
}
