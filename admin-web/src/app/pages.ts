import {
  BellRing,
  ChartColumn,
  Coins,
  IndianRupee,
  Clapperboard,
  LayoutDashboard,
  Mail,
  MailX,
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
  /** Entry in the side navigation; absent for pages that are opened from another page. */
  link?: { label: string; Icon: LucideIcon; group: 'Operations' | 'Customers and billing' | 'Administration' };
}

/** All pages, in the order of the side navigation. The router and the navigation are built from this list. */
export const PAGES: AdminPage[] = [
  {
    path: '/dashboard',
    Page: lazy(() => import('../features/dashboard/dashboard-page')),
    link: { label: 'Dashboard', Icon: LayoutDashboard, group: 'Operations' },
  },
  {
    path: '/jobs',
    Page: lazy(() => import('../features/jobs/jobs-page')),
    link: { label: 'Jobs', Icon: ListVideo, group: 'Operations' },
  },
  { path: '/jobs/:id', Page: lazy(() => import('../features/jobs/job-page')) },
  {
    path: '/alerts',
    Page: lazy(() => import('../features/alerts/alerts-page')),
    link: { label: 'Alerts', Icon: BellRing, group: 'Operations' },
  },
  {
    path: '/dead-letters',
    Page: lazy(() => import('../features/dead-letters/dead-letters-page')),
    link: { label: 'Dead letters', Icon: MailX, group: 'Operations' },
  },
  {
    path: '/messages',
    Page: lazy(() => import('../features/messages/messages-page')),
    link: { label: 'Messages', Icon: Mail, group: 'Operations' },
  },
  {
    path: '/users',
    Page: lazy(() => import('../features/users/users-page')),
    link: { label: 'Users', Icon: Users, group: 'Customers and billing' },
  },
  { path: '/users/:userId', Page: lazy(() => import('../features/users/user-page')) },
  {
    path: '/transactions',
    Page: lazy(() => import('../features/transactions/transactions-page')),
    link: { label: 'Transactions', Icon: ReceiptIndianRupee, group: 'Customers and billing' },
  },
  { path: '/transactions/:transactionId', Page: lazy(() => import('../features/transactions/transaction-page')) },
  {
    path: '/credit-packs',
    Page: lazy(() => import('../features/packs/packs-page')),
    link: { label: 'Credit packs', Icon: Coins, group: 'Customers and billing' },
  },
  {
    path: '/plans',
    Page: lazy(() => import('../features/plans/plans-page')),
    link: { label: 'Plans', Icon: Clapperboard, group: 'Customers and billing' },
  },
  {
    path: '/analytics',
    Page: lazy(() => import('../features/analytics/analytics-page')),
    link: { label: 'Analytics', Icon: ChartColumn, group: 'Customers and billing' },
  },
  {
    path: '/revenue',
    Page: lazy(() => import('../features/revenue/revenue-page')),
    link: { label: 'Revenue', Icon: IndianRupee, group: 'Customers and billing' },
  },
  {
    path: '/audit-log',
    Page: lazy(() => import('../features/audit-log/audit-log-page')),
    link: { label: 'Audit log', Icon: ScrollText, group: 'Administration' },
  },
  {
    path: '/settings',
    Page: lazy(() => import('../features/settings/settings-page')),
    link: { label: 'Settings', Icon: Settings, group: 'Administration' },
  },
];

/** The page shown after sign-in. */
export const HOME = '/dashboard';
