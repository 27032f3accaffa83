import { authCalls } from '@luit/contracts/auth/messages';
import { ApiKeyChangeDto, ApiKeyDto, ApiKeyRotationDto } from '../api-keys/api-keys.dto';
import { ID, type Pair, TIME } from './dto-schema-pair';

/** API keys. Their budgets go to billing, which accepts the same numbers. */
export const API_KEY_PAIRS: Pair[] = [
  {
    dto: ApiKeyDto,
    schema: authCalls.createApiKey.input,
    valid: {
      ...{ name: 'a', mode: 'live', scopes: ['videos:write'], models: ['a'], networks: ['::1'], expiresAt: TIME },
      ...{ monthlyCredits: 1, totalCredits: 1 },
    },
    added: { userId: ID },
    edgeOnly: ['monthlyCredits', 'totalCredits'],
  },
  {
    dto: ApiKeyChangeDto,
    schema: authCalls.updateApiKey.input,
    valid: {
      ...{ name: 'a', scopes: ['videos:write'], models: ['a'], networks: ['10.0.0.0/8'], expiresAt: TIME },
      ...{ monthlyCredits: 1, totalCredits: 1 },
    },
    added: { userId: ID, keyId: ID },
    edgeOnly: ['monthlyCredits', 'totalCredits'],
  },
  {
    dto: ApiKeyRotationDto,
    schema: authCalls.rotateApiKey.input,
    valid: { overlapHours: 1 },
    added: { userId: ID, keyId: ID },
  },
];
