import { t } from '@lingui/core/macro';
import type { RestoreEnhancement, RestoreQuality } from '@luit/contracts/generation/plans';

export const QUALITIES: { id: RestoreQuality; name: string; text: string; scale: number }[] = [
  {
    id: 'standard',
    get name() {
      return t`Standard`;
    },
    get text() {
      return t`2× the original size`;
    },
    scale: 2,
  },
  {
    id: 'high',
    get name() {
      return t`High`;
    },
    get text() {
      return t`3× the original size`;
    },
    scale: 3,
  },
  {
    id: 'ultra',
    get name() {
      return t`Ultra`;
    },
    get text() {
      return t`4× the original size`;
    },
    scale: 4,
  },
];

export const ENHANCEMENTS: { id: RestoreEnhancement; name: string; text: string; version: string }[] = [
  {
    id: 'standard',
    get name() {
      return t`Standard`;
    },
    get text() {
      return t`Closest to the original`;
    },
    version: 'v1.4',
  },
  {
    id: 'premium',
    get name() {
      return t`Premium`;
    },
    get text() {
      return t`Sharper faces`;
    },
    version: 'v1.3',
  },
  {
    id: 'professional',
    get name() {
      return t`Professional`;
    },
    get text() {
      return t`For badly damaged faces`;
    },
    version: 'RestoreFormer',
  },
];
