/** The result of one check. */
export interface Finding {
  /** warning: works, but needs attention; error: something will not work. */
  level: 'ok' | 'warning' | 'error';
  message: string;
  /** How to fix it. */
  advice?: string;
}

export const ok = (message: string): Finding => ({ level: 'ok', message });
export const warning = (message: string, advice: string): Finding => ({ level: 'warning', message, advice });
export const error = (message: string, advice: string): Finding => ({ level: 'error', message, advice });

/** The cause of a failure as text. `fetch` keeps the reason in `cause`. */
export function errorMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  const text = cause instanceof Error && cause.message ? cause.message : thrown.message;
  return text || ((thrown as NodeJS.ErrnoException).code ?? thrown.name);
}
