import type { Provider } from './provider';

/** The configured providers by name. */
export class Providers {
  constructor(private readonly byName: ReadonlyMap<string, Provider>) {}

  /** Undefined if this provider is not configured. */
  find(name: string): Provider | undefined {
    return this.byName.get(name);
  }
}
