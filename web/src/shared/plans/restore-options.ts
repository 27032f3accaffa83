import type { RestoreEnhancement, RestoreQuality } from '@luit/contracts/generation/plans';

export const QUALITIES: { id: RestoreQuality; name: string; text: string; scale: number }[] = [
  { id: 'standard', name: 'Standard', text: '2× the original size', scale: 2 },
  { id: 'high', name: 'High', text: '3× the original size', scale: 3 },
  { id: 'ultra', name: 'Ultra', text: '4× the original size', scale: 4 },
];

export const ENHANCEMENTS: { id: RestoreEnhancement; name: string; text: string; version: string }[] = [
  { id: 'standard', name: 'Standard', text: 'Closest to the original', version: 'v1.4' },
  { id: 'premium', name: 'Premium', text: 'Sharper faces', version: 'v1.3' },
  { id: 'professional', name: 'Professional', text: 'For badly damaged faces', version: 'RestoreFormer' },
];
