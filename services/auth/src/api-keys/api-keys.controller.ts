import type { ApiKey, ApiKeyGrant, IssuedApiKey } from '@luit/contracts/auth/api-keys';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ApiKeyLookupService } from './api-key-lookup.service';
import { ApiKeysService } from './api-keys.service';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly lookup: ApiKeyLookupService,
  ) {}

  @OnCall(authCalls.listApiKeys)
  list(request: RequestOf<typeof authCalls.listApiKeys>): Promise<{ keys: ApiKey[] }> {
    return this.keys.list(request);
  }

  @OnCall(authCalls.createApiKey)
  create(request: RequestOf<typeof authCalls.createApiKey>): Promise<IssuedApiKey> {
    return this.keys.create(request);
  }

  @OnCall(authCalls.updateApiKey)
  update(request: RequestOf<typeof authCalls.updateApiKey>): Promise<ApiKey> {
    return this.keys.update(request);
  }

  @OnCall(authCalls.revokeApiKey)
  async revoke(request: RequestOf<typeof authCalls.revokeApiKey>): Promise<Record<string, never>> {
    await this.keys.revoke(request);
    return {};
  }

  @OnCall(authCalls.revokeApiKeyOf)
  async revokeByOperator(request: RequestOf<typeof authCalls.revokeApiKeyOf>): Promise<Record<string, never>> {
    await this.keys.revokeByOperator(request);
    return {};
  }

  @OnCall(authCalls.rotateApiKey)
  rotate(request: RequestOf<typeof authCalls.rotateApiKey>): Promise<IssuedApiKey> {
    return this.keys.rotate(request);
  }

  @OnCall(authCalls.findApiKey)
  find(request: RequestOf<typeof authCalls.findApiKey>): Promise<{ grant: ApiKeyGrant | null }> {
    return this.lookup.find(request);
  }
}
