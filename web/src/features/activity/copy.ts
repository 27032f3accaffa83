import type { LiveState } from '../live/live-connection';

export const activityCopy = {
  title: 'Activity',
  /** The name of the button, for those who do not see its marks. */
  button: (connection: string, running: number, unread: number) =>
    [`Activity. ${connection}`, running > 0 && `${running} in the making`, unread > 0 && `${unread} unread`]
      .filter(Boolean)
      .join(', '),
  runningTitle: 'In the making',
  recentTitle: 'Recent',
  empty: 'Nothing under way',
  emptyHint: 'What you start appears here, on every page.',
  failed: 'What you made lately could not be loaded.',
  retry: 'Try again',
  unread: 'New',
  library: 'Open library',
  open: 'Open',
  readyTitle: { video: 'Your video is ready', image_video: 'Your video is ready', restore: 'Your photo is restored' },
  failedTitle: { video: 'A video failed', image_video: 'A video failed', restore: 'A restoration failed' },
  askNotifications: 'Tell me outside this page too',
  notificationsBlocked: 'Your browser blocks notifications from Luit. Its site settings can allow them.',
} as const;

/** Whether news arrives by itself just now: a word for the button, a sentence for the panel. */
export const CONNECTION: Record<LiveState, { word: string; sentence: string }> = {
  connecting: { word: 'Connecting', sentence: 'Connecting for live news.' },
  live: { word: 'Live', sentence: 'Live: news arrives by itself.' },
  reconnecting: { word: 'Reconnecting', sentence: 'Connection lost, reconnecting. Your work goes on.' },
  polling: { word: 'Polling every 3 s', sentence: 'No live connection: asking every 3 seconds.' },
};
