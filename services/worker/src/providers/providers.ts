import type { Provider } from './provider';

/** The configured providers by name. */
export class Providers {
  /** @param others for names without settings: runners, which generation knows */
  constructor(
    private readonly byName: ReadonlyMap<string, Provider>,
    private readonly others: (name: string) => Provider | undefined = () => undefined,
  ) {}

  /** Undefined if this provider is not configured. */
  find(name: string): Provider | undefined {
    return this.byName.get(name) ?? this.others(name);
  }
}
