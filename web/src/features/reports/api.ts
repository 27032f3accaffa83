import type { ReportReceipt } from '@luit/contracts/auth/content-reports';
import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';
import { currentLanguage } from '../../lib/language';
import { ApiError } from '../../lib/api-error';

export interface ReportInput {
  kind: TakedownKind;
  /** The link or the ID of the video or photo. */
  target: string;
  text: string;
  email?: string;
  /** A honeypot field, invisible to people. */
  website: string;
}

interface Answer {
  report: ReportReceipt;
}

/** Reports a video or photo. Requests with the same key report it once. */
export async function sendReport(api: ApiClient, body: ReportInput, idempotencyKey: string): Promise<ReportReceipt> {
  const { report } = await api.call<Answer>('/api/reports', {
    method: 'POST',
    body: { ...body, language: currentLanguage() },
    bearer: null,
    idempotencyKey,
  });
  return report;
}

/** The state of a report; null if there is none with this number. */
export function receiptQuery(api: ApiClient, number: string) {
  return queryOptions({
    queryKey: ['report', number],
    queryFn: async (): Promise<ReportReceipt | null> => {
      try {
        return (await api.call<Answer>(`/api/reports/${encodeURIComponent(number)}`, { bearer: null })).report;
      } catch (cause) {
        if (cause instanceof ApiError && cause.code === 'not_found') return null;
        throw cause;
      }
    },
  });
}
