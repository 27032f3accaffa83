import {
  API_KEY_MODES,
  API_KEY_SCOPES,
  type ApiKeyMode,
  type ApiKeyScope,
  MAX_API_KEY_MODELS,
  MAX_API_KEY_NAME,
  MAX_API_KEY_NETWORKS,
  MAX_ROTATION_OVERLAP_HOURS,
  ROTATION_OVERLAP_HOURS,
} from '@luit/contracts/auth/api-key-limits';
import { apiKeyModel, apiKeyNetwork } from '@luit/contracts/auth/api-keys';
import { MAX_CREDITS } from '@luit/contracts/billing/limits';
import { z } from 'zod';
import { ChoiceField, IntegerField, ListField, TextField, TimeField } from '../http/fields';

const NAME = { max: MAX_API_KEY_NAME, pattern: /\S/, message: 'Please enter a name' };
const SCOPES = {
  item: z.enum(API_KEY_SCOPES),
  maxItems: API_KEY_SCOPES.length,
  message: `Choose at least one scope of ${API_KEY_SCOPES.join(', ')}`,
};
const MODELS = {
  item: apiKeyModel,
  maxItems: MAX_API_KEY_MODELS,
  isOptional: true,
  description: 'Models that the key may use, by their ids; all if absent or null',
};
const NETWORKS = {
  item: apiKeyNetwork,
  maxItems: MAX_API_KEY_NETWORKS,
  isOptional: true,
  message: 'A network must be written as 203.0.113.0/24 or 2001:db8::/32',
  description: 'Addresses and networks that requests may come from; anywhere if absent or null',
};
const EXPIRY = { isOptional: true, description: 'When the key ends; never if absent or null' };
const budget = (period: string) => ({
  isOptional: true,
  min: 0,
  max: MAX_CREDITS,
  description: `Credits that the key may spend ${period}; no limit if null`,
});

export class ApiKeyDto {
  @TextField(NAME)
  name!: string;

  @ChoiceField(API_KEY_MODES, {
    description: 'A test key spends test credits, which cost nothing, and its videos only say TEST',
  })
  mode!: ApiKeyMode;

  @ListField(SCOPES)
  scopes!: ApiKeyScope[];

  @ListField(MODELS)
  models?: string[];

  @ListField(NETWORKS)
  networks?: string[];

  @TimeField(EXPIRY)
  expiresAt?: string;

  @IntegerField(budget('in a calendar month in IST'))
  monthlyCredits?: number | null;

  @IntegerField(budget('in total'))
  totalCredits?: number | null;
}

/** Fields that are absent stay as they are; null removes a restriction. */
export class ApiKeyChangeDto {
  @TextField({ ...NAME, min: 1, isOptional: true })
  name?: string;

  @ListField({ ...SCOPES, isOptional: true })
  scopes?: ApiKeyScope[];

  @ListField(MODELS)
  models?: string[] | null;

  @ListField(NETWORKS)
  networks?: string[] | null;

  @TimeField(EXPIRY)
  expiresAt?: string | null;

  @IntegerField(budget('in a calendar month in IST'))
  monthlyCredits?: number | null;

  @IntegerField(budget('in total'))
  totalCredits?: number | null;
}

export class ApiKeyRotationDto {
  @IntegerField({
    isOptional: true,
    min: 0,
    max: MAX_ROTATION_OVERLAP_HOURS,
    description: `How long the previous key stays valid, hours; ${ROTATION_OVERLAP_HOURS} by default`,
  })
  overlapHours?: number;
}
