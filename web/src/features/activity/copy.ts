import { t } from '@lingui/core/macro';
import type { LiveState } from '../../shared/live/live-connection';

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
