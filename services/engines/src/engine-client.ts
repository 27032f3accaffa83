import { credentialHeaders } from './credential';
import type { EngineInstance } from './engine-instance';
import type { TaskStatus } from './engine';
import type { OutputAccess } from './transport/download';
import type { Send } from './transport/http';
import { type Timeouts, VendorClient, type VendorProtocol } from './vendor-client';

/** A server that is loading a model answers late. */
export const ENGINE_TIMEOUTS: Timeouts = { postTimeoutMs: 120_000, getTimeoutMs: 60_000 };

export interface EngineOptions {
  send: Send;
  timeouts?: Timeouts | undefined;
}

/** A server's time to list a task that it has accepted, milliseconds. */
export const REPORTED_WITHIN_MS = 20_000;

/** The HTTP client of one server. */
export class EngineClient extends VendorClient {
  private readonly access: OutputAccess;

  constructor(
    private readonly server: EngineInstance,
    protocol: Omit<VendorProtocol, 'headers'>,
    { send, timeouts = ENGINE_TIMEOUTS }: EngineOptions,
  ) {
    const headers = credentialHeaders(server.credential);
    super(server, { ...protocol, headers }, timeouts, send);
    this.access = { origin: new URL(server.baseUrl).origin, headers, isOwn: server.isOwn };
  }

  url(path: string, query: Record<string, string> = {}): string {
    const search = new URLSearchParams(query).toString();
    return `${this.server.baseUrl}${path}${search && `?${search}`}`;
  }

  /** A link of the server, which may leave out its host. Its download gets the credentials. */
  output(link: string): Pick<TaskStatus, 'outputUrl' | 'outputAccess'> {
    return { outputUrl: new URL(link, this.server.baseUrl).href, outputAccess: this.access };
  }
}
