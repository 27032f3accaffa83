import type { ReactNode } from 'react';

const ACCENT = 'var(--color-accent)';
const TEAL = '#4fa3ad';
const LIGHT = '#fdf4dc';

const ILLUSTRATIONS: Record<string, ReactNode> = {
  restore: (
    <>
      <rect x="92" y="22" width="136" height="106" rx="4" stroke={LIGHT} opacity="0.35" strokeDasharray="5 7" />
      <path d="M160 22h64a4 4 0 0 1 4 4v98a4 4 0 0 1-4 4h-64z" stroke={ACCENT} fill="rgb(242 182 50 / 0.12)" />
      <circle cx="160" cy="64" r="20" stroke={LIGHT} opacity="0.4" />
      <path d="M160 44a20 20 0 0 1 0 40" stroke={ACCENT} />
      <path d="M120 122c4-22 20-30 40-30" stroke={LIGHT} opacity="0.4" />
      <path d="M160 92c20 0 36 8 40 30" stroke={ACCENT} />
      <path d="M160 12v128" stroke={LIGHT} />
    </>
  ),
  photo: (
    <>
      <rect x="62" y="40" width="104" height="78" rx="4" stroke={LIGHT} opacity="0.3" />
      <rect x="84" y="34" width="104" height="78" rx="4" stroke={LIGHT} opacity="0.55" />
      <rect x="106" y="28" width="132" height="94" rx="4" stroke={ACCENT} fill="#0a2930" />
      <path d="M110 104c24-20 40-20 60-6s42 6 64-12" stroke={TEAL} />
      <path d="m162 58 26 16-26 16z" fill={ACCENT} stroke={ACCENT} />
    </>
  ),
  fast: (
    <>
      <path d="M30 98c60 0 70-52 130-52s70 26 130 26" stroke={TEAL} opacity="0.6" />
      <path d="M30 76c70 0 80 28 130 28s70-54 130-54" stroke={ACCENT} />
      <path d="M30 54c50 0 90 44 140 44s70-4 120-4" stroke={LIGHT} opacity="0.4" />
      <circle cx="252" cy="56" r="9" fill={ACCENT} stroke="none" />
      <path d="M252 56h-64M244 68h-34M246 44h-46" stroke={ACCENT} opacity="0.55" />
    </>
  ),
  price: (
    <>
      <ellipse cx="160" cy="112" rx="58" ry="15" stroke={LIGHT} opacity="0.35" />
      <ellipse cx="160" cy="96" rx="58" ry="15" stroke={LIGHT} opacity="0.6" fill="#0a2930" />
      <ellipse cx="160" cy="80" rx="58" ry="15" stroke={ACCENT} fill="#0a2930" />
      <path d="M146 26h28M146 35h28M146 26c22-2 22 18 0 18l18 16" stroke={ACCENT} strokeWidth="4" />
    </>
  ),
};

export function FeatureIllustration({ feature }: { feature: string }) {
  return (
    <svg
      viewBox="0 0 320 150"
      fill="none"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
      className="w-full"
    >
      {ILLUSTRATIONS[feature]}
    </svg>
  );
}
