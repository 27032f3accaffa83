import { connectivity } from './connectivity';
import { logFailure } from './log';

const PAUSES_MS = [500, 1_500];

/** A file of the app that could not be loaded, in contrast to an error in its code. */
export class PartLoadError extends Error {
  constructor(
    cause: unknown,
    /** Whether the server has a newer release than this page, which may need other files. */
    readonly isOutdated: boolean,
  ) {
    super('A part of the app could not be loaded', { cause });
    this.name = 'PartLoadError';
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Loads a part of the app and retries after short pauses. Without a connection it fails immediately; the component that shows the failure
 * loads the part again when the connection returns.
 *
 * @throws PartLoadError
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of [...PAUSES_MS, null]) {
    try {
      return await load();
    } catch (cause) {
      logFailure('Loading a part of the app failed', cause);
      await connectivity.check();
      if (!connectivity.isOnline()) throw new PartLoadError(cause, false);
      if (pause === null) throw new PartLoadError(cause, await hasNewRelease());
      await wait(pause);
    }
  }
  throw new Error('unreachable');
}

/** Compares the entry script of this page with the one that the server delivers now. */
async function hasNewRelease(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');
  if (!entry) return false;
  try {
    const response = await fetch(window.location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } });
    return !(await response.text()).includes(entry);
  } catch (cause) {
    logFailure('Reading the current release failed', cause);
    return false;
  }
}
