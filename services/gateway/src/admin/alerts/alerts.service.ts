import { type Alert, alertCalls } from '@luit/contracts/alerts/alerts';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { AlertsQuery } from './alerts.dto';

@Injectable()
export class AlertsService {
  constructor(private readonly calls: CallClient) {}

  /** Open alerts first. */
  async list({ limit, cursor, state }: Pick<AlertsQuery, 'limit' | 'cursor' | 'state'>): Promise<{
    items: Alert[];
    nextCursor: string | null;
    total: number;
    open: number;
  }> {
    const isOpen = state && state === 'open';
    const page = await this.calls.call(alertCalls.listAlerts, { limit, cursor, isOpen });
    return { ...page, total: page.open };
  }
}
