import {
  BellRing,
  ChartColumn,
  Coins,
  IndianRupee,
  Clapperboard,
  LayoutDashboard,
  Mail,
  ListVideo,
  ReceiptIndianRupee,
  ScrollText,
  Settings,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { lazy, type ComponentType } from 'react';

export interface AdminPage {
  /** Below `/admin`. */
  path: string;
  Page: ComponentType;
  /** How the side navigation names it; absent for pages that are reached from another. */
  link?: { label: string; Icon: LucideIcon; group: 'Work' | 'People and money' | 'House' };
}

/** Every operators' page, in the order of the side navigation. A row here is all a page needs to be reached. */
export const PAGES: AdminPage[] = [
  {
    path: '/dashboard',
    Page: lazy(() => import('../features/dashboard/dashboard-page')),
    link: { label: 'Dashboard', Icon: LayoutDashboard, group: 'Work' },
  },
  {
    path: '/jobs',
    Page: lazy(() => import('../features/jobs/jobs-page')),
    link: { label: 'Jobs', Icon: ListVideo, group: 'Work' },
  },
  { path: '/jobs/:id', Page: lazy(() => import('../features/jobs/job-page')) },
  {
    path: '/alerts',
    Page: lazy(() => import('../features/alerts/alerts-page')),
    link: { label: 'Alerts', Icon: BellRing, group: 'Work' },
  },
  {
    path: '/messages',
    Page: lazy(() => import('../features/messages/messages-page')),
    link: { label: 'Messages', Icon: Mail, group: 'Work' },
  },
  {
    path: '/users',
    Page: lazy(() => import('../features/users/users-page')),
    link: { label: 'Users', Icon: Users, group: 'People and money' },
  },
  { path: '/users/:userId', Page: lazy(() => import('../features/users/user-page')) },
  {
    path: '/transactions',
    Page: lazy(() => import('../features/transactions/transactions-page')),
    link: { label: 'Transactions', Icon: ReceiptIndianRupee, group: 'People and money' },
  },
  { path: '/transactions/:transactionId', Page: lazy(() => import('../features/transactions/transaction-page')) },
  {
    path: '/credit-packs',
    Page: lazy(() => import('../features/packs/packs-page')),
    link: { label: 'Credit packs', Icon: Coins, group: 'People and money' },
  },
  {
    path: '/plans',
    Page: lazy(() => import('../features/plans/plans-page')),
    link: { label: 'Plans', Icon: Clapperboard, group: 'People and money' },
  },
  {
    path: '/analytics',
    Page: lazy(() => import('../features/analytics/analytics-page')),
    link: { label: 'Analytics', Icon: ChartColumn, group: 'People and money' },
  },
  {
    path: '/revenue',
    Page: lazy(() => import('../features/revenue/revenue-page')),
    link: { label: 'Revenue', Icon: IndianRupee, group: 'People and money' },
  },
  {
    path: '/audit-log',
    Page: lazy(() => import('../features/audit-log/audit-log-page')),
    link: { label: 'Audit log', Icon: ScrollText, group: 'House' },
  },
  {
    path: '/settings',
    Page: lazy(() => import('../features/settings/settings-page')),
    link: { label: 'Settings', Icon: Settings, group: 'House' },
  },
];

/** Where an operator arrives. */
export const HOME = '/dashboard';
