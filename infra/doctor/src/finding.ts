/** What one look found out about an installation. */
export interface Finding {
  /** ok: as it should be; warning: works, and somebody should know; fault: something will not work. */
  level: 'ok' | 'warning' | 'fault';
  says: string;
  /** What to do about it. */
  advice?: string;
}

export const ok = (says: string): Finding => ({ level: 'ok', says });
export const warning = (says: string, advice: string): Finding => ({ level: 'warning', says, advice });
export const fault = (says: string, advice: string): Finding => ({ level: 'fault', says, advice });

/** What went wrong, in the words of whoever noticed: fetch hides its reason one level down. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const text = cause instanceof Error && cause.message ? cause.message : error.message;
  return text || ((error as NodeJS.ErrnoException).code ?? error.name);
}
