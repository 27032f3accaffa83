import type { LiveState } from '../../shared/live/live-connection';

export const activityCopy = {
  title: 'Activity',
  /** The button's accessible name, which spells out its visual markers. */
  button: (connection: string, running: number, unread: number) =>
    [`Activity. ${connection}`, running > 0 && `${running} in progress`, unread > 0 && `${unread} unread`]
      .filter(Boolean)
      .join(', '),
  runningTitle: 'In progress',
  recentTitle: 'Recent',
  empty: 'Nothing in progress',
  emptyHint: 'Videos and photos you create appear here, on every page.',
  failed: 'We couldn’t load your recent activity.',
  retry: 'Try again',
  unread: 'New',
  library: 'Open library',
  open: 'Open',
  readyTitle: {
    video: 'Your video is ready',
    image_video: 'Your video is ready',
    restore: 'Your photo has been restored',
  },
  failedTitle: {
    video: 'Your video couldn’t be generated',
    image_video: 'Your video couldn’t be generated',
    restore: 'Your photo couldn’t be restored',
  },
  askNotifications: 'Turn on browser notifications',
  notificationsBlocked: 'Your browser blocks notifications from Luit. You can allow them in its site settings.',
} as const;

/** The state of live updates: a label for the button and a sentence for the panel. */
export const CONNECTION: Record<LiveState, { label: string; sentence: string }> = {
  connecting: { label: 'Connecting', sentence: 'Connecting to live updates.' },
  live: { label: 'Live', sentence: 'Live. Updates appear automatically.' },
  reconnecting: { label: 'Reconnecting', sentence: 'Connection lost. Reconnecting… Your jobs keep running.' },
  polling: {
    label: 'Checking every 3 seconds',
    sentence: 'Live updates are unavailable. Checking for updates every 3 seconds.',
  },
  offline: { label: 'Offline', sentence: 'No connection. Updates continue when you’re connected again.' },
};
