/** Stores texts by name. Texts that the browser cannot store last until the page is closed. */
export interface KeptTexts extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  names(): string[];
  /** Whether the browser keeps every text. */
  keepsAll(): boolean;
}

/**
 * A storage of the browser that never throws. Browsers deny it where site data is blocked, some web views lack it, and a full one
 * refuses to write.
 */
function keptTexts(open: () => Storage): KeptTexts {
  /** Texts that the browser could not store, and null for names that it could not delete. */
  const here = new Map<string, string | null>();
  const attempt = <T>(access: (storage: Storage) => T, otherwise: T): T => {
    try {
      return access(open());
    } catch {
      // Nothing is logged: the page works without the storage, and each access would log the same failure.
      return otherwise;
    }
  };
  const change = (name: string, text: string | null, access: (storage: Storage) => void): void => {
    if (attempt((storage) => (access(storage), true), false)) here.delete(name);
    else here.set(name, text);
  };
  return {
    getItem: (name) => (here.has(name) ? (here.get(name) ?? null) : attempt((storage) => storage.getItem(name), null)),
    setItem: (name, text) => change(name, text, (storage) => storage.setItem(name, text)),
    removeItem: (name) => change(name, null, (storage) => storage.removeItem(name)),
    names: () => [...new Set([...attempt(Object.keys, []), ...here.keys()])].filter((name) => here.get(name) !== null),
    keepsAll: () => [...here.values()].every((text) => text === null),
  };
}

/** Shared by all tabs, across visits. */
export const deviceStorage = keptTexts(() => window.localStorage);
/** Texts of this tab, until it is closed. */
export const tabStorage = keptTexts(() => window.sessionStorage);

/** An interface of the browser, if it offers it. Where site data is blocked, reading some of them throws. */
export function offered<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // The page treats this like an old browser that lacks the interface.
    return undefined;
  }
}
