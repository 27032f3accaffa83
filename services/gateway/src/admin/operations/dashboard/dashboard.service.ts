import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminDashboard } from '@luit/contracts/http/reports';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { AdminTransactionsService } from '../../money/transactions/admin-transactions.service';
import { UserDirectoryService } from '../../users/accounts/user-directory.service';

const SHOWN = 5;
const PAISE_PER_RUPEE = 100;

@Injectable()
export class DashboardService {
  constructor(
    private readonly calls: CallClient,
    private readonly users: UserDirectoryService,
    private readonly transactions: AdminTransactionsService,
  ) {}

  /** Revenue is captured minus refunded, in rupees. */
  async get(): Promise<AdminDashboard> {
    const [counts, sums, newest, latest] = await Promise.all([
      this.calls.call(authCalls.countUsers, {}),
      this.calls.call(billingCalls.getMoneyTotals, {}),
      this.users.list({ limit: SHOWN }),
      this.transactions.list({ limit: SHOWN }),
    ]);
    return {
      stats: {
        totalUsers: counts.total,
        totalCreditsSold: sums.creditsSold,
        totalRevenue: (sums.capturedPaise - sums.refundedPaise) / PAISE_PER_RUPEE,
        activeUsers: counts.active,
        creditsUsed: sums.creditsUsed,
        newUsersToday: counts.today,
      },
      recentUsers: newest.items,
      recentTransactions: latest.items,
    };
  }
}
