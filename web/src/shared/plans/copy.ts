export const planCopy = {
  promptLabel: 'Video prompt',
  promptPlaceholder: 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank',
  plansLegend: 'Duration and quality',
  loadFailed: 'Unable to load video plans. Please refresh the page.',
} as const;
