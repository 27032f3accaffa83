import { t } from '@lingui/core/macro';
import type { LiveState } from '../../shared/live/live-connection';

export const activityCopy = {
  get title() {
    return t`Activity`;
  },
  /** The button's accessible name, which spells out its visual markers. */
  button: (connection: string, running: number, unread: number) => {
    if (running > 0 && unread > 0) return t`Activity. ${connection}, ${running} in progress, ${unread} unread`;
    if (running > 0) return t`Activity. ${connection}, ${running} in progress`;
    return unread > 0 ? t`Activity. ${connection}, ${unread} unread` : t`Activity. ${connection}`;
  },
  connection: (connection: string) => t`Connection: ${connection}`,
  get runningTitle() {
    return t`In progress`;
  },
  get recentTitle() {
    return t({ message: 'Recent', context: 'finished videos and photos' });
  },
  get empty() {
    return t`Nothing in progress`;
  },
  get emptyHint() {
    return t`Videos and photos you create appear here, on every page.`;
  },
  get failed() {
    return t`We couldn’t load your recent activity.`;
  },
  get retry() {
    return t`Try again`;
  },
  get unread() {
    return t({ message: 'New', context: 'not seen yet' });
  },
  get library() {
    return t`Open library`;
  },
  get open() {
    return t({ message: 'Open', context: 'verb on a button' });
  },
  readyTitle: {
    get video() {
      return t`Your video is ready`;
    },
    get image_video() {
      return t`Your video is ready`;
    },
    get restore() {
      return t`Your photo has been restored`;
    },
  },
  failedTitle: {
    get video() {
      return t`Your video couldn’t be generated`;
    },
    get image_video() {
      return t`Your video couldn’t be generated`;
    },
    get restore() {
      return t`Your photo couldn’t be restored`;
    },
  },
  get askNotifications() {
    return t`Turn on browser notifications`;
  },
  get notificationsBlocked() {
    return t`Your browser blocks notifications from Luit. You can allow them in its site settings.`;
  },
} as const;

/** The state of live updates: a label for the button and a sentence for the panel. */
export const CONNECTION: Record<LiveState, { readonly label: string; readonly sentence: string }> = {
  connecting: {
    get label() {
      return t`Connecting`;
    },
    get sentence() {
      return t`Connecting to live updates.`;
    },
  },
  live: {
    get label() {
      return t({ message: 'Live', context: 'state of the connection' });
    },
    get sentence() {
      return t`Live. Updates appear automatically.`;
    },
  },
  reconnecting: {
    get label() {
      return t`Reconnecting`;
    },
    get sentence() {
      return t`Connection lost. Reconnecting… Your jobs keep running.`;
    },
  },
  polling: {
    get label() {
      return t`Checking every 3 seconds`;
    },
    get sentence() {
      return t`Live updates are unavailable. Checking for updates every 3 seconds.`;
    },
  },
  offline: {
    get label() {
      return t`Offline`;
    },
    get sentence() {
      return t`No connection. Updates continue when you’re connected again.`;
    },
  },
};
