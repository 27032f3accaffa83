import { ListVideo, ScrollText, type LucideIcon } from 'lucide-react';
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
    path: '/jobs',
    Page: lazy(() => import('../features/jobs/latest-jobs-page')),
    link: { label: 'Jobs', Icon: ListVideo, group: 'Work' },
  },
  {
    path: '/audit-log',
    Page: lazy(() => import('../features/audit-log/audit-log-page')),
    link: { label: 'Audit log', Icon: ScrollText, group: 'House' },
  },
];

/** Where an operator arrives. */
export const HOME = '/jobs';
